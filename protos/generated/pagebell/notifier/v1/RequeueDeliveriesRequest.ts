// Original file: protos/pagebell/notifier/v1/notifier.proto


export interface RequeueDeliveriesRequest {
  'account_id'?: (string);
  'delivery_id'?: (string);
  'batch_id'?: (string);
  'rejected_since'?: (string);
  'project'?: (string);
  'cursor'?: (string);
  '_delivery_id'?: "delivery_id";
  '_batch_id'?: "batch_id";
  '_rejected_since'?: "rejected_since";
  '_project'?: "project";
  '_cursor'?: "cursor";
}

export interface RequeueDeliveriesRequest__Output {
  'account_id': (string);
  'delivery_id'?: (string);
  'batch_id'?: (string);
  'rejected_since'?: (string);
  'project'?: (string);
  'cursor'?: (string);
}
