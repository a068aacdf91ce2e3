// Original file: protos/pagebell/report/v1/report.proto


export interface GetReportRequest {
  'account_id'?: (string);
  'id'?: (string);
}

export interface GetReportRequest__Output {
  'account_id': (string);
  'id': (string);
}
