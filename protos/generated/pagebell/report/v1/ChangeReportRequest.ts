// Original file: protos/pagebell/report/v1/report.proto


export interface ChangeReportRequest {
  'account_id'?: (string);
  'id'?: (string);
  'privacy'?: (number);
  'password'?: (string);
  'analyze_again'?: (boolean);
  '_privacy'?: "privacy";
  '_password'?: "password";
}

export interface ChangeReportRequest__Output {
  'account_id': (string);
  'id': (string);
  'privacy'?: (number);
  'password'?: (string);
  'analyze_again': (boolean);
}
