// Original file: protos/pagebell/notifier/v1/channel_care.proto


export interface GetCareRequest {
  'account_id'?: (string);
  'project_id'?: (string);
}

export interface GetCareRequest__Output {
  'account_id': (string);
  'project_id': (string);
}
