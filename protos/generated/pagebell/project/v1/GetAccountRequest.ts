// Original file: protos/pagebell/project/v1/project.proto


export interface GetAccountRequest {
  'account_id'?: (string);
  'email'?: (string);
  '_account_id'?: "account_id";
  '_email'?: "email";
}

export interface GetAccountRequest__Output {
  'account_id'?: (string);
  'email'?: (string);
}
