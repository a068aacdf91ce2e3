// Original file: protos/pagebell/intake/v1/intake.proto


export interface GetUsageRequest {
  'account_id'?: (string);
}

export interface GetUsageRequest__Output {
  'account_id': (string);
}
