// Original file: protos/pagebell/project/v1/sign_ins.proto


export interface ResetToken {
  'reset_token'?: (string);
  'expires_at'?: (string);
}

export interface ResetToken__Output {
  'reset_token': (string);
  'expires_at': (string);
}
