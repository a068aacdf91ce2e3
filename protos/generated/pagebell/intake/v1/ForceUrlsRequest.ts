// Original file: protos/pagebell/intake/v1/forced_batches.proto

import type { Idempotency as _pagebell_intake_v1_Idempotency, Idempotency__Output as _pagebell_intake_v1_Idempotency__Output } from '../../../pagebell/intake/v1/Idempotency.ts';

export interface ForceUrlsRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'urls'?: (string)[];
  'channel'?: (string);
  'action'?: (string);
  'reason'?: (string);
  'key_id'?: (string);
  'idempotency'?: (_pagebell_intake_v1_Idempotency | null);
  '_channel'?: "channel";
  '_key_id'?: "key_id";
}

export interface ForceUrlsRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'urls': (string)[];
  'channel'?: (string);
  'action': (string);
  'reason': (string);
  'key_id'?: (string);
  'idempotency': (_pagebell_intake_v1_Idempotency__Output | null);
}
