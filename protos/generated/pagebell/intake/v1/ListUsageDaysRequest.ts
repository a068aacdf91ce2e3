// Original file: protos/pagebell/intake/v1/usage_days.proto


export interface ListUsageDaysRequest {
  'account_id'?: (string);
  'days'?: (number);
}

export interface ListUsageDaysRequest__Output {
  'account_id': (string);
  'days': (number);
}
