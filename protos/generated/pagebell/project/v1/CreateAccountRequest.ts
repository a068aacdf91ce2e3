// Original file: protos/pagebell/project/v1/project.proto


export interface CreateAccountRequest {
  'email'?: (string);
  'plan'?: (string);
  'password'?: (string);
  '_password'?: "password";
}

export interface CreateAccountRequest__Output {
  'email': (string);
  'plan': (string);
  'password'?: (string);
}
