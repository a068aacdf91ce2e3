// Original file: protos/pagebell/project/v1/project.proto


export interface ListKeysRequest {
  'account_id'?: (string);
}

export interface ListKeysRequest__Output {
  'account_id': (string);
}
