// Original file: protos/pagebell/project/v1/project.proto


export interface RevokeKeyRequest {
  'account_id'?: (string);
  'key_id'?: (string);
}

export interface RevokeKeyRequest__Output {
  'account_id': (string);
  'key_id': (string);
}
