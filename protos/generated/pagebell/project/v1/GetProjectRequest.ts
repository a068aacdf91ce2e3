// Original file: protos/pagebell/project/v1/project.proto


export interface GetProjectRequest {
  'account_id'?: (string);
  'project'?: (string);
}

export interface GetProjectRequest__Output {
  'account_id': (string);
  'project': (string);
}
