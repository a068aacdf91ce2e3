// Original file: protos/pagebell/notifier/v1/event_endpoints.proto

import type { OutboundEvent as _pagebell_notifier_v1_OutboundEvent, OutboundEvent__Output as _pagebell_notifier_v1_OutboundEvent__Output } from '../../../pagebell/notifier/v1/OutboundEvent.ts';

export interface EventList {
  'events'?: (_pagebell_notifier_v1_OutboundEvent)[];
  'next_cursor'?: (string);
  '_next_cursor'?: "next_cursor";
}

export interface EventList__Output {
  'events': (_pagebell_notifier_v1_OutboundEvent__Output)[];
  'next_cursor'?: (string);
}
