// Original file: protos/pagebell/project/v1/channel_settings.proto


export interface DeleteChannelRequest {
  'account_id'?: (string);
  'project'?: (string);
  'channel'?: (string);
}

export interface DeleteChannelRequest__Output {
  'account_id': (string);
  'project': (string);
  'channel': (string);
}
