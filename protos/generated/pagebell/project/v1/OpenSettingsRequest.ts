// Original file: protos/pagebell/project/v1/channel_settings.proto


export interface OpenSettingsRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'channel'?: (string);
  'host'?: (string);
}

export interface OpenSettingsRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'channel': (string);
  'host': (string);
}
