// Original file: protos/pagebell/intake/v1/intake.proto


export interface GetHookRequest {
  'account_id'?: (string);
  'project_id'?: (string);
}

export interface GetHookRequest__Output {
  'account_id': (string);
  'project_id': (string);
}
