// Original file: protos/pagebell/report/v1/report.proto

import type { Failure as _pagebell_report_v1_Failure, Failure__Output as _pagebell_report_v1_Failure__Output } from '../../../pagebell/report/v1/Failure.ts';

export interface Run {
  'run_id'?: (string);
  'status'?: (string);
  'result'?: (string);
  'score'?: (number);
  'requested_at'?: (string);
  'finished_at'?: (string);
  'ruleset'?: (string);
  'error'?: (_pagebell_report_v1_Failure | null);
  'changes_json'?: (Buffer | Uint8Array | string);
  'capped_by'?: (string);
  '_result'?: "result";
  '_score'?: "score";
  '_finished_at'?: "finished_at";
  '_ruleset'?: "ruleset";
  '_error'?: "error";
  '_changes_json'?: "changes_json";
  '_capped_by'?: "capped_by";
}

export interface Run__Output {
  'run_id': (string);
  'status': (string);
  'result'?: (string);
  'score'?: (number);
  'requested_at': (string);
  'finished_at'?: (string);
  'ruleset'?: (string);
  'error'?: (_pagebell_report_v1_Failure__Output | null);
  'changes_json'?: (Buffer);
  'capped_by'?: (string);
}
