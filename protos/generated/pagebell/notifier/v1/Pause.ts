// Original file: protos/pagebell/notifier/v1/channel_care.proto


export interface Pause {
  'paused'?: (boolean);
}

export interface Pause__Output {
  'paused': (boolean);
}
