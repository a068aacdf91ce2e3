// Original file: protos/pagebell/project/v1/channel_settings.proto


export interface ChannelSetup {
  'channel'?: (string);
  'title'?: (string);
  'ready'?: (boolean);
  'chosen'?: (boolean);
  'settings_json'?: (string);
  'updated_at'?: (string);
  '_updated_at'?: "updated_at";
}

export interface ChannelSetup__Output {
  'channel': (string);
  'title': (string);
  'ready': (boolean);
  'chosen': (boolean);
  'settings_json': (string);
  'updated_at'?: (string);
}
