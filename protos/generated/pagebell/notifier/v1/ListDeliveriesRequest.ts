// Original file: protos/pagebell/notifier/v1/notifier.proto


export interface ListDeliveriesRequest {
  'account_id'?: (string);
  'project'?: (string);
  'status'?: (string);
  'channel'?: (string);
  'url'?: (string);
  'batch_id'?: (string);
  'from'?: (string);
  'until'?: (string);
  'per_page'?: (number);
  'cursor'?: (string);
  '_project'?: "project";
  '_status'?: "status";
  '_channel'?: "channel";
  '_url'?: "url";
  '_batch_id'?: "batch_id";
  '_from'?: "from";
  '_until'?: "until";
  '_cursor'?: "cursor";
}

export interface ListDeliveriesRequest__Output {
  'account_id': (string);
  'project'?: (string);
  'status'?: (string);
  'channel'?: (string);
  'url'?: (string);
  'batch_id'?: (string);
  'from'?: (string);
  'until'?: (string);
  'per_page': (number);
  'cursor'?: (string);
}
