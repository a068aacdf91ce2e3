// Original file: protos/pagebell/notifier/v1/notifier.proto

import type { Delivery as _pagebell_notifier_v1_Delivery, Delivery__Output as _pagebell_notifier_v1_Delivery__Output } from '../../../pagebell/notifier/v1/Delivery.ts';

export interface Batch {
  'deliveries'?: (_pagebell_notifier_v1_Delivery)[];
  'next_cursor'?: (string);
  '_next_cursor'?: "next_cursor";
}

export interface Batch__Output {
  'deliveries': (_pagebell_notifier_v1_Delivery__Output)[];
  'next_cursor'?: (string);
}
