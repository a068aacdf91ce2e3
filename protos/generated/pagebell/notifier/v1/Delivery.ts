// Original file: protos/pagebell/notifier/v1/notifier.proto


export interface Delivery {
  'id'?: (string);
  'batch_id'?: (string);
  'project'?: (string);
  'channel'?: (string);
  'action'?: (string);
  'url'?: (string);
  'status'?: (string);
  'attempts'?: (number);
  'submitted_at'?: (string);
  'next_at'?: (string);
  'delivered_at'?: (string);
  'reason'?: (string);
  'engine_status'?: (number);
  'engine_message'?: (string);
  'engine'?: (string);
  'last_attempt_at'?: (string);
  '_next_at'?: "next_at";
  '_delivered_at'?: "delivered_at";
  '_reason'?: "reason";
  '_engine_status'?: "engine_status";
  '_engine_message'?: "engine_message";
  '_engine'?: "engine";
  '_last_attempt_at'?: "last_attempt_at";
}

export interface Delivery__Output {
  'id': (string);
  'batch_id': (string);
  'project': (string);
  'channel': (string);
  'action': (string);
  'url': (string);
  'status': (string);
  'attempts': (number);
  'submitted_at': (string);
  'next_at'?: (string);
  'delivered_at'?: (string);
  'reason'?: (string);
  'engine_status'?: (number);
  'engine_message'?: (string);
  'engine'?: (string);
  'last_attempt_at'?: (string);
}
