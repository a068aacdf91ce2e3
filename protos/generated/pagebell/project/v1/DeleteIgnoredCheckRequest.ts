// Original file: protos/pagebell/project/v1/ignored_checks.proto


export interface DeleteIgnoredCheckRequest {
  'account_id'?: (string);
  'project'?: (string);
  'check'?: (string);
  'url'?: (string);
  '_url'?: "url";
}

export interface DeleteIgnoredCheckRequest__Output {
  'account_id': (string);
  'project': (string);
  'check': (string);
  'url'?: (string);
}
