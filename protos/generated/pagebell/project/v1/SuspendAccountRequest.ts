// Original file: protos/pagebell/project/v1/project.proto


export interface SuspendAccountRequest {
  'email'?: (string);
}

export interface SuspendAccountRequest__Output {
  'email': (string);
}
