// Original file: protos/pagebell/intake/v1/rehearsals.proto


export interface TriedUrl {
  'url'?: (string);
  'verdict'?: (string);
  'reason'?: (string);
  'allowed_again_at'?: (string);
  '_reason'?: "reason";
  '_allowed_again_at'?: "allowed_again_at";
}

export interface TriedUrl__Output {
  'url': (string);
  'verdict': (string);
  'reason'?: (string);
  'allowed_again_at'?: (string);
}
