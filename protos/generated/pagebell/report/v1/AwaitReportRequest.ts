// Original file: protos/pagebell/report/v1/report.proto


export interface AwaitReportRequest {
  'account_id'?: (string);
  'id'?: (string);
  'wait_seconds'?: (number);
}

export interface AwaitReportRequest__Output {
  'account_id': (string);
  'id': (string);
  'wait_seconds': (number);
}
