// Original file: protos/pagebell/notifier/v1/channel_care.proto


export interface AskEngineRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'channel'?: (string);
  'url'?: (string);
}

export interface AskEngineRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'channel': (string);
  'url': (string);
}
