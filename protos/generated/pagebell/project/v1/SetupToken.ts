// Original file: protos/pagebell/project/v1/sign_ins.proto


export interface SetupToken {
  'setup_token'?: (string);
  'expires_at'?: (string);
}

export interface SetupToken__Output {
  'setup_token': (string);
  'expires_at': (string);
}
