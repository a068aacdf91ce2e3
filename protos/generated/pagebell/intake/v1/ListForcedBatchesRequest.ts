// Original file: protos/pagebell/intake/v1/forced_batches.proto


export interface ListForcedBatchesRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'per_page'?: (number);
  'cursor'?: (string);
  '_cursor'?: "cursor";
}

export interface ListForcedBatchesRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'per_page': (number);
  'cursor'?: (string);
}
