// Original file: protos/pagebell/notifier/v1/channel_care.proto


export interface CheckKeyFileRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'host'?: (string);
}

export interface CheckKeyFileRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'host': (string);
}
