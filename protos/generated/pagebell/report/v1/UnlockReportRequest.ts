// Original file: protos/pagebell/report/v1/public_reports.proto


export interface UnlockReportRequest {
  'id'?: (string);
  'password'?: (string);
  'network'?: (string);
  'known_network'?: (boolean);
  '_network'?: "network";
  '_known_network'?: "known_network";
}

export interface UnlockReportRequest__Output {
  'id': (string);
  'password': (string);
  'network'?: (string);
  'known_network'?: (boolean);
}
