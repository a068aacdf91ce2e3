// Original file: protos/pagebell/project/v1/channel_settings.proto


export interface ListChannelsRequest {
  'account_id'?: (string);
  'project'?: (string);
}

export interface ListChannelsRequest__Output {
  'account_id': (string);
  'project': (string);
}
