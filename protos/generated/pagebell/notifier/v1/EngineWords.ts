// Original file: protos/pagebell/notifier/v1/channel_care.proto


export interface EngineWords {
  'status'?: (number);
  'text'?: (string);
}

export interface EngineWords__Output {
  'status': (number);
  'text': (string);
}
