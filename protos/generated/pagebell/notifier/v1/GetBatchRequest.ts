// Original file: protos/pagebell/notifier/v1/notifier.proto


export interface GetBatchRequest {
  'account_id'?: (string);
  'batch_id'?: (string);
}

export interface GetBatchRequest__Output {
  'account_id': (string);
  'batch_id': (string);
}
