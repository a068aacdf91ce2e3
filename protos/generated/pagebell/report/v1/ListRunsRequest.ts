// Original file: protos/pagebell/report/v1/report.proto


export interface ListRunsRequest {
  'account_id'?: (string);
  'id'?: (string);
}

export interface ListRunsRequest__Output {
  'account_id': (string);
  'id': (string);
}
