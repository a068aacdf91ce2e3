// Original file: protos/pagebell/intake/v1/forced_batches.proto


export interface ForcedBatch {
  'batch_id'?: (string);
  'key_id'?: (string);
  'reason'?: (string);
  'channel'?: (string);
  'action'?: (string);
  'urls'?: (number);
  'forced_at'?: (string);
  '_key_id'?: "key_id";
}

export interface ForcedBatch__Output {
  'batch_id': (string);
  'key_id'?: (string);
  'reason': (string);
  'channel': (string);
  'action': (string);
  'urls': (number);
  'forced_at': (string);
}
