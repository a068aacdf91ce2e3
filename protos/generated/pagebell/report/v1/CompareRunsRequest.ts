// Original file: protos/pagebell/report/v1/report.proto


export interface CompareRunsRequest {
  'account_id'?: (string);
  'id'?: (string);
  'run_id'?: (string);
  'with_run_id'?: (string);
  '_with_run_id'?: "with_run_id";
}

export interface CompareRunsRequest__Output {
  'account_id': (string);
  'id': (string);
  'run_id': (string);
  'with_run_id'?: (string);
}
