// Original file: protos/pagebell/notifier/v1/event_endpoints.proto

import type { EventEndpoint as _pagebell_notifier_v1_EventEndpoint, EventEndpoint__Output as _pagebell_notifier_v1_EventEndpoint__Output } from '../../../pagebell/notifier/v1/EventEndpoint.ts';

export interface SavedEndpoint {
  'endpoint'?: (_pagebell_notifier_v1_EventEndpoint | null);
  'secret'?: (string);
}

export interface SavedEndpoint__Output {
  'endpoint': (_pagebell_notifier_v1_EventEndpoint__Output | null);
  'secret': (string);
}
