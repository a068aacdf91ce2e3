// Original file: protos/pagebell/project/v1/channel_settings.proto


export interface ChooseChannelsRequest {
  'account_id'?: (string);
  'project'?: (string);
  'channels'?: (string)[];
}

export interface ChooseChannelsRequest__Output {
  'account_id': (string);
  'project': (string);
  'channels': (string)[];
}
