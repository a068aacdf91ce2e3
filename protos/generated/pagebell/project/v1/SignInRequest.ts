// Original file: protos/pagebell/project/v1/sign_ins.proto


export interface SignInRequest {
  'email'?: (string);
  'password'?: (string);
}

export interface SignInRequest__Output {
  'email': (string);
  'password': (string);
}
