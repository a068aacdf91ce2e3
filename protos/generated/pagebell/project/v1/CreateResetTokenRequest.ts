// Original file: protos/pagebell/project/v1/sign_ins.proto


export interface CreateResetTokenRequest {
  'email'?: (string);
}

export interface CreateResetTokenRequest__Output {
  'email': (string);
}
