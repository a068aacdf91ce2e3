// Original file: protos/pagebell/notifier/v1/event_endpoints.proto


export interface RotateSecretRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'grace_seconds'?: (number);
  'idempotency_key'?: (string);
  '_idempotency_key'?: "idempotency_key";
}

export interface RotateSecretRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'grace_seconds': (number);
  'idempotency_key'?: (string);
}
