// Original file: protos/pagebell/notifier/v1/event_endpoints.proto


export interface ListEventsRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'type'?: (string);
  'status'?: (string);
  'per_page'?: (number);
  'cursor'?: (string);
  '_type'?: "type";
  '_status'?: "status";
  '_cursor'?: "cursor";
}

export interface ListEventsRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'type'?: (string);
  'status'?: (string);
  'per_page': (number);
  'cursor'?: (string);
}
