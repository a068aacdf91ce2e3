// Original file: protos/pagebell/project/v1/ignored_checks.proto


export interface PutIgnoredCheckRequest {
  'account_id'?: (string);
  'project'?: (string);
  'check'?: (string);
  'url'?: (string);
  'reason'?: (string);
  'expires_at'?: (string);
  '_url'?: "url";
  '_expires_at'?: "expires_at";
}

export interface PutIgnoredCheckRequest__Output {
  'account_id': (string);
  'project': (string);
  'check': (string);
  'url'?: (string);
  'reason': (string);
  'expires_at'?: (string);
}
