// Original file: protos/pagebell/project/v1/channel_settings.proto


export interface ReencryptedSettings {
  'count'?: (number);
}

export interface ReencryptedSettings__Output {
  'count': (number);
}
