// Original file: protos/pagebell/intake/v1/intake.proto

import type { Limits as _pagebell_intake_v1_Limits, Limits__Output as _pagebell_intake_v1_Limits__Output } from '../../../pagebell/intake/v1/Limits.ts';
import type { Idempotency as _pagebell_intake_v1_Idempotency, Idempotency__Output as _pagebell_intake_v1_Idempotency__Output } from '../../../pagebell/intake/v1/Idempotency.ts';

export interface RotateHookRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'project'?: (string);
  'grace_seconds'?: (number);
  'limits'?: (_pagebell_intake_v1_Limits | null);
  'idempotency'?: (_pagebell_intake_v1_Idempotency | null);
}

export interface RotateHookRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'project': (string);
  'grace_seconds': (number);
  'limits': (_pagebell_intake_v1_Limits__Output | null);
  'idempotency': (_pagebell_intake_v1_Idempotency__Output | null);
}
