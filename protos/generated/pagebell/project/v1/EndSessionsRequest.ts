// Original file: protos/pagebell/project/v1/sign_ins.proto


export interface EndSessionsRequest {
  'email'?: (string);
}

export interface EndSessionsRequest__Output {
  'email': (string);
}
