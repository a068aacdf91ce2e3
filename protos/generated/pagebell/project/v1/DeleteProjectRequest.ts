// Original file: protos/pagebell/project/v1/project.proto


export interface DeleteProjectRequest {
  'account_id'?: (string);
  'project'?: (string);
}

export interface DeleteProjectRequest__Output {
  'account_id': (string);
  'project': (string);
}
