// Original file: protos/pagebell/notifier/v1/notifier.proto


export interface CountRejectedRequest {
  'account_id'?: (string);
  'rejected_since'?: (string);
  'project'?: (string);
  '_project'?: "project";
}

export interface CountRejectedRequest__Output {
  'account_id': (string);
  'rejected_since': (string);
  'project'?: (string);
}
