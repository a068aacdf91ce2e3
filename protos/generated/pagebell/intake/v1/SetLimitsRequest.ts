// Original file: protos/pagebell/intake/v1/intake.proto

import type { Limits as _pagebell_intake_v1_Limits, Limits__Output as _pagebell_intake_v1_Limits__Output } from '../../../pagebell/intake/v1/Limits.ts';

export interface SetLimitsRequest {
  'account_id'?: (string);
  'limits'?: (_pagebell_intake_v1_Limits | null);
}

export interface SetLimitsRequest__Output {
  'account_id': (string);
  'limits': (_pagebell_intake_v1_Limits__Output | null);
}
