// Original file: protos/pagebell/notifier/v1/event_endpoints.proto


export interface SendTestRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'idempotency_key'?: (string);
  '_idempotency_key'?: "idempotency_key";
}

export interface SendTestRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'idempotency_key'?: (string);
}
