// Original file: protos/pagebell/notifier/v1/channel_care.proto


export interface PauseEverywhereRequest {
  'channel'?: (string);
  'paused'?: (boolean);
}

export interface PauseEverywhereRequest__Output {
  'channel': (string);
  'paused': (boolean);
}
