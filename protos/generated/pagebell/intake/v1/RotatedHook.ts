// Original file: protos/pagebell/intake/v1/intake.proto

import type { Hook as _pagebell_intake_v1_Hook, Hook__Output as _pagebell_intake_v1_Hook__Output } from '../../../pagebell/intake/v1/Hook.ts';

export interface RotatedHook {
  'hook'?: (_pagebell_intake_v1_Hook | null);
  'token'?: (string);
  'created'?: (boolean);
}

export interface RotatedHook__Output {
  'hook': (_pagebell_intake_v1_Hook__Output | null);
  'token': (string);
  'created': (boolean);
}
