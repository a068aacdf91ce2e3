// Original file: protos/pagebell/intake/v1/usage_days.proto

import type { UsageDay as _pagebell_intake_v1_UsageDay, UsageDay__Output as _pagebell_intake_v1_UsageDay__Output } from '../../../pagebell/intake/v1/UsageDay.ts';

export interface UsageDayList {
  'days'?: (_pagebell_intake_v1_UsageDay)[];
}

export interface UsageDayList__Output {
  'days': (_pagebell_intake_v1_UsageDay__Output)[];
}
