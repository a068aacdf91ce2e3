// Original file: protos/pagebell/project/v1/project.proto


export interface GetIndexNowKeyRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'host'?: (string);
}

export interface GetIndexNowKeyRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'host': (string);
}
