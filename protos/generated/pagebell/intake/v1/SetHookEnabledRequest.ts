// Original file: protos/pagebell/intake/v1/intake.proto


export interface SetHookEnabledRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'enabled'?: (boolean);
}

export interface SetHookEnabledRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'enabled': (boolean);
}
