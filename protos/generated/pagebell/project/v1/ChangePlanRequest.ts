// Original file: protos/pagebell/project/v1/project.proto


export interface ChangePlanRequest {
  'email'?: (string);
  'plan'?: (string);
}

export interface ChangePlanRequest__Output {
  'email': (string);
  'plan': (string);
}
