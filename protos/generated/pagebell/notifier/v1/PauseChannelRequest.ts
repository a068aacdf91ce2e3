// Original file: protos/pagebell/notifier/v1/channel_care.proto


export interface PauseChannelRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'channel'?: (string);
  'paused'?: (boolean);
}

export interface PauseChannelRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'channel': (string);
  'paused': (boolean);
}
