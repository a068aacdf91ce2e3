// Original file: protos/pagebell/project/v1/project.proto


export interface EnsureProjectRequest {
  'account_id'?: (string);
  'project'?: (string);
}

export interface EnsureProjectRequest__Output {
  'account_id': (string);
  'project': (string);
}
