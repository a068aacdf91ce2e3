// Original file: protos/pagebell/project/v1/channel_settings.proto


export interface OpenedSettings {
  'settings_json'?: (string);
}

export interface OpenedSettings__Output {
  'settings_json': (string);
}
