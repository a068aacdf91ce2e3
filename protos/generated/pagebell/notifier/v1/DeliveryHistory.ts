// Original file: protos/pagebell/notifier/v1/notifier.proto

import type { Delivery as _pagebell_notifier_v1_Delivery, Delivery__Output as _pagebell_notifier_v1_Delivery__Output } from '../../../pagebell/notifier/v1/Delivery.ts';
import type { Attempt as _pagebell_notifier_v1_Attempt, Attempt__Output as _pagebell_notifier_v1_Attempt__Output } from '../../../pagebell/notifier/v1/Attempt.ts';

export interface DeliveryHistory {
  'delivery'?: (_pagebell_notifier_v1_Delivery | null);
  'attempts'?: (_pagebell_notifier_v1_Attempt)[];
}

export interface DeliveryHistory__Output {
  'delivery': (_pagebell_notifier_v1_Delivery__Output | null);
  'attempts': (_pagebell_notifier_v1_Attempt__Output)[];
}
