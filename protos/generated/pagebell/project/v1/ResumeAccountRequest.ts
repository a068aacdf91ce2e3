// Original file: protos/pagebell/project/v1/project.proto


export interface ResumeAccountRequest {
  'email'?: (string);
}

export interface ResumeAccountRequest__Output {
  'email': (string);
}
