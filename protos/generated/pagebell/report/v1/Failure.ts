// Original file: protos/pagebell/report/v1/report.proto


export interface Failure {
  'code'?: (string);
  'message'?: (string);
}

export interface Failure__Output {
  'code': (string);
  'message': (string);
}
