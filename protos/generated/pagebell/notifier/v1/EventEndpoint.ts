// Original file: protos/pagebell/notifier/v1/event_endpoints.proto


export interface EventEndpoint {
  'id'?: (string);
  'url'?: (string);
  'events'?: (string)[];
  'enabled'?: (boolean);
  'last_four'?: (string);
  'created_at'?: (string);
  'updated_at'?: (string);
  'failing_since'?: (string);
  'disabled_reason'?: (string);
  'disabled_at'?: (string);
  'note'?: (string);
  'previous_last_four'?: (string);
  'previous_until'?: (string);
  '_failing_since'?: "failing_since";
  '_disabled_reason'?: "disabled_reason";
  '_disabled_at'?: "disabled_at";
  '_note'?: "note";
  '_previous_last_four'?: "previous_last_four";
  '_previous_until'?: "previous_until";
}

export interface EventEndpoint__Output {
  'id': (string);
  'url': (string);
  'events': (string)[];
  'enabled': (boolean);
  'last_four': (string);
  'created_at': (string);
  'updated_at': (string);
  'failing_since'?: (string);
  'disabled_reason'?: (string);
  'disabled_at'?: (string);
  'note'?: (string);
  'previous_last_four'?: (string);
  'previous_until'?: (string);
}
