// Original file: protos/pagebell/project/v1/project.proto


export interface Key {
  'key_id'?: (string);
  'last_four'?: (string);
  'scopes'?: (string)[];
  'created_at'?: (string);
  'expires_at'?: (string);
  'last_used_at'?: (string);
  'revoked_at'?: (string);
  'name'?: (string);
  '_expires_at'?: "expires_at";
  '_last_used_at'?: "last_used_at";
  '_revoked_at'?: "revoked_at";
  '_name'?: "name";
}

export interface Key__Output {
  'key_id': (string);
  'last_four': (string);
  'scopes': (string)[];
  'created_at': (string);
  'expires_at'?: (string);
  'last_used_at'?: (string);
  'revoked_at'?: (string);
  'name'?: (string);
}
