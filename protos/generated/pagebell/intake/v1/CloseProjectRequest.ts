// Original file: protos/pagebell/intake/v1/intake.proto


export interface CloseProjectRequest {
  'account_id'?: (string);
  'project_id'?: (string);
}

export interface CloseProjectRequest__Output {
  'account_id': (string);
  'project_id': (string);
}
