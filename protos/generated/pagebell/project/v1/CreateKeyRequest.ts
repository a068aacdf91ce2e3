// Original file: protos/pagebell/project/v1/project.proto


export interface CreateKeyRequest {
  'account_id'?: (string);
  'scopes'?: (string)[];
  'expires_at'?: (string);
  '_expires_at'?: "expires_at";
}

export interface CreateKeyRequest__Output {
  'account_id': (string);
  'scopes': (string)[];
  'expires_at'?: (string);
}
