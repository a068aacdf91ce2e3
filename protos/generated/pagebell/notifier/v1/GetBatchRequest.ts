// Original file: protos/pagebell/notifier/v1/notifier.proto


export interface GetBatchRequest {
  'account_id'?: (string);
  'batch_id'?: (string);
  'per_page'?: (number);
  'cursor'?: (string);
  'urls'?: (string)[];
  '_per_page'?: "per_page";
  '_cursor'?: "cursor";
}

export interface GetBatchRequest__Output {
  'account_id': (string);
  'batch_id': (string);
  'per_page'?: (number);
  'cursor'?: (string);
  'urls': (string)[];
}
