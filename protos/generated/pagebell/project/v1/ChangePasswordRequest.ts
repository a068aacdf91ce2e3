// Original file: protos/pagebell/project/v1/sign_ins.proto


export interface ChangePasswordRequest {
  'account_id'?: (string);
  'current_password'?: (string);
  'new_password'?: (string);
}

export interface ChangePasswordRequest__Output {
  'account_id': (string);
  'current_password': (string);
  'new_password': (string);
}
