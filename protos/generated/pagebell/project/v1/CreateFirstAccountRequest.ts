// Original file: protos/pagebell/project/v1/sign_ins.proto


export interface CreateFirstAccountRequest {
  'setup_token'?: (string);
  'email'?: (string);
  'password'?: (string);
}

export interface CreateFirstAccountRequest__Output {
  'setup_token': (string);
  'email': (string);
  'password': (string);
}
