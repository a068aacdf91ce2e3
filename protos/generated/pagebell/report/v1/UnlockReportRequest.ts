// Original file: protos/pagebell/report/v1/public_reports.proto


export interface UnlockReportRequest {
  'id'?: (string);
  'password'?: (string);
}

export interface UnlockReportRequest__Output {
  'id': (string);
  'password': (string);
}
