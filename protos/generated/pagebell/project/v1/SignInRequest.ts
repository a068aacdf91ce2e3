// Original file: protos/pagebell/project/v1/sign_ins.proto


export interface SignInRequest {
  'email'?: (string);
  'password'?: (string);
  'network'?: (string);
  'known_network'?: (boolean);
  '_network'?: "network";
  '_known_network'?: "known_network";
}

export interface SignInRequest__Output {
  'email': (string);
  'password': (string);
  'network'?: (string);
  'known_network'?: (boolean);
}
