// Original file: protos/pagebell/project/v1/channel_settings.proto


export interface PutChannelRequest {
  'account_id'?: (string);
  'project'?: (string);
  'channel'?: (string);
  'settings_json'?: (string);
}

export interface PutChannelRequest__Output {
  'account_id': (string);
  'project': (string);
  'channel': (string);
  'settings_json': (string);
}
