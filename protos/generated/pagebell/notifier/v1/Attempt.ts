// Original file: protos/pagebell/notifier/v1/notifier.proto


export interface Attempt {
  'id'?: (string);
  'asked_at'?: (string);
  'took_ms'?: (number);
  'engine'?: (string);
  'urls'?: (number);
  'outcome'?: (string);
  'reason'?: (string);
  'engine_status'?: (number);
  'engine_message'?: (string);
  '_reason'?: "reason";
  '_engine_status'?: "engine_status";
  '_engine_message'?: "engine_message";
}

export interface Attempt__Output {
  'id': (string);
  'asked_at': (string);
  'took_ms': (number);
  'engine': (string);
  'urls': (number);
  'outcome': (string);
  'reason'?: (string);
  'engine_status'?: (number);
  'engine_message'?: (string);
}
