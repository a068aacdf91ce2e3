// Original file: protos/pagebell/project/v1/ignored_checks.proto


export interface ListIgnoredChecksRequest {
  'account_id'?: (string);
  'project'?: (string);
}

export interface ListIgnoredChecksRequest__Output {
  'account_id': (string);
  'project': (string);
}
