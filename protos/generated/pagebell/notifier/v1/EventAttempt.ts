// Original file: protos/pagebell/notifier/v1/event_endpoints.proto


export interface EventAttempt {
  'at'?: (string);
  'took_ms'?: (number);
  'status'?: (number);
  'reason'?: (string);
  'answer'?: (string);
  '_status'?: "status";
  '_reason'?: "reason";
}

export interface EventAttempt__Output {
  'at': (string);
  'took_ms': (number);
  'status'?: (number);
  'reason'?: (string);
  'answer': (string);
}
