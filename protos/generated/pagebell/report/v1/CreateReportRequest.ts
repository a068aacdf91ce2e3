// Original file: protos/pagebell/report/v1/report.proto

import type { Idempotency as _pagebell_report_v1_Idempotency, Idempotency__Output as _pagebell_report_v1_Idempotency__Output } from '../../../pagebell/report/v1/Idempotency.ts';

export interface CreateReportRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'project'?: (string);
  'url'?: (string);
  'privacy'?: (number);
  'password'?: (string);
  'idempotency'?: (_pagebell_report_v1_Idempotency | null);
  '_password'?: "password";
}

export interface CreateReportRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'project': (string);
  'url': (string);
  'privacy': (number);
  'password'?: (string);
  'idempotency': (_pagebell_report_v1_Idempotency__Output | null);
}
