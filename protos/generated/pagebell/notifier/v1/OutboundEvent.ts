// Original file: protos/pagebell/notifier/v1/event_endpoints.proto

import type { EventAttempt as _pagebell_notifier_v1_EventAttempt, EventAttempt__Output as _pagebell_notifier_v1_EventAttempt__Output } from '../../../pagebell/notifier/v1/EventAttempt.ts';

export interface OutboundEvent {
  'id'?: (string);
  'type'?: (string);
  'status'?: (string);
  'created_at'?: (string);
  'next_at'?: (string);
  'body'?: (string);
  'attempts'?: (_pagebell_notifier_v1_EventAttempt)[];
  '_next_at'?: "next_at";
}

export interface OutboundEvent__Output {
  'id': (string);
  'type': (string);
  'status': (string);
  'created_at': (string);
  'next_at'?: (string);
  'body': (string);
  'attempts': (_pagebell_notifier_v1_EventAttempt__Output)[];
}
