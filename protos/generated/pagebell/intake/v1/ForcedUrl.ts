// Original file: protos/pagebell/intake/v1/forced_batches.proto


export interface ForcedUrl {
  'url'?: (string);
  'verdict'?: (string);
  'reason'?: (string);
  '_reason'?: "reason";
}

export interface ForcedUrl__Output {
  'url': (string);
  'verdict': (string);
  'reason'?: (string);
}
