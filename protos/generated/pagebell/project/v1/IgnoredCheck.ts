// Original file: protos/pagebell/project/v1/ignored_checks.proto


export interface IgnoredCheck {
  'check'?: (string);
  'url'?: (string);
  'reason'?: (string);
  'expires_at'?: (string);
  'created_at'?: (string);
  '_url'?: "url";
  '_expires_at'?: "expires_at";
}

export interface IgnoredCheck__Output {
  'check': (string);
  'url'?: (string);
  'reason': (string);
  'expires_at'?: (string);
  'created_at': (string);
}
