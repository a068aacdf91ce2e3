// Original file: protos/pagebell/project/v1/project.proto


export interface ListAccountsRequest {
  'after'?: (string);
  '_after'?: "after";
}

export interface ListAccountsRequest__Output {
  'after'?: (string);
}
