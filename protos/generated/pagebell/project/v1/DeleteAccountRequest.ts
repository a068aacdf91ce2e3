// Original file: protos/pagebell/project/v1/project.proto


export interface DeleteAccountRequest {
  'email'?: (string);
}

export interface DeleteAccountRequest__Output {
  'email': (string);
}
