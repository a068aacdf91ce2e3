// Original file: protos/pagebell/report/v1/report.proto


export interface DeleteReportRequest {
  'account_id'?: (string);
  'id'?: (string);
}

export interface DeleteReportRequest__Output {
  'account_id': (string);
  'id': (string);
}
