// Original file: protos/pagebell/project/v1/project.proto


export interface CreateKeyRequest {
  'account_id'?: (string);
  'scopes'?: (string)[];
  'expires_at'?: (string);
  'name'?: (string);
  '_expires_at'?: "expires_at";
  '_name'?: "name";
}

export interface CreateKeyRequest__Output {
  'account_id': (string);
  'scopes': (string)[];
  'expires_at'?: (string);
  'name'?: (string);
}
