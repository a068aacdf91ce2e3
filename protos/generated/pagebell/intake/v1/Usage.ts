// Original file: protos/pagebell/intake/v1/intake.proto

import type { Period as _pagebell_intake_v1_Period, Period__Output as _pagebell_intake_v1_Period__Output } from '../../../pagebell/intake/v1/Period.ts';

export interface Usage {
  'day'?: (_pagebell_intake_v1_Period | null);
  'month'?: (_pagebell_intake_v1_Period | null);
}

export interface Usage__Output {
  'day': (_pagebell_intake_v1_Period__Output | null);
  'month': (_pagebell_intake_v1_Period__Output | null);
}
