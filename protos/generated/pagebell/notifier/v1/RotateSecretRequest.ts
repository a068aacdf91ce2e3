// Original file: protos/pagebell/notifier/v1/event_endpoints.proto

import type { Idempotency as _pagebell_notifier_v1_Idempotency, Idempotency__Output as _pagebell_notifier_v1_Idempotency__Output } from '../../../pagebell/notifier/v1/Idempotency.ts';

export interface RotateSecretRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'grace_seconds'?: (number);
  'idempotency'?: (_pagebell_notifier_v1_Idempotency | null);
}

export interface RotateSecretRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'grace_seconds': (number);
  'idempotency': (_pagebell_notifier_v1_Idempotency__Output | null);
}
