// Original file: protos/pagebell/intake/v1/rehearsals.proto


export interface TryUrlsRequest {
  'account_id'?: (string);
  'project'?: (string);
  'urls'?: (string)[];
}

export interface TryUrlsRequest__Output {
  'account_id': (string);
  'project': (string);
  'urls': (string)[];
}
