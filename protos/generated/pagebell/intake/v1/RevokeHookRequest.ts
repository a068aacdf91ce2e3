// Original file: protos/pagebell/intake/v1/intake.proto


export interface RevokeHookRequest {
  'account_id'?: (string);
  'project_id'?: (string);
}

export interface RevokeHookRequest__Output {
  'account_id': (string);
  'project_id': (string);
}
