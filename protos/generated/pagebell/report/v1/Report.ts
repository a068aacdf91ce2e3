// Original file: protos/pagebell/report/v1/report.proto

import type { Failure as _pagebell_report_v1_Failure, Failure__Output as _pagebell_report_v1_Failure__Output } from '../../../pagebell/report/v1/Failure.ts';
import type { Long } from '@grpc/proto-loader';

export interface Report {
  'id'?: (string);
  'url'?: (string);
  'project'?: (string);
  'status'?: (string);
  'result'?: (string);
  'score'?: (number);
  'privacy'?: (number);
  'generated_at'?: (string);
  'analyzed_at'?: (string);
  'ruleset'?: (string);
  'error'?: (_pagebell_report_v1_Failure | null);
  'results_json'?: (Buffer | Uint8Array | string);
  'categories_json'?: (Buffer | Uint8Array | string);
  'version'?: (number | string | Long);
  'stage'?: (string);
  'capped_by'?: (string);
  'final_url'?: (string);
  'notes'?: (string)[];
  '_result'?: "result";
  '_score'?: "score";
  '_analyzed_at'?: "analyzed_at";
  '_ruleset'?: "ruleset";
  '_error'?: "error";
  '_results_json'?: "results_json";
  '_categories_json'?: "categories_json";
  '_stage'?: "stage";
  '_capped_by'?: "capped_by";
  '_final_url'?: "final_url";
}

export interface Report__Output {
  'id': (string);
  'url': (string);
  'project': (string);
  'status': (string);
  'result'?: (string);
  'score'?: (number);
  'privacy': (number);
  'generated_at': (string);
  'analyzed_at'?: (string);
  'ruleset'?: (string);
  'error'?: (_pagebell_report_v1_Failure__Output | null);
  'results_json'?: (Buffer);
  'categories_json'?: (Buffer);
  'version': (number);
  'stage'?: (string);
  'capped_by'?: (string);
  'final_url'?: (string);
  'notes': (string)[];
}
