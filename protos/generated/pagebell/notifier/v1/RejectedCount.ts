// Original file: protos/pagebell/notifier/v1/notifier.proto


export interface RejectedCount {
  'count'?: (number);
}

export interface RejectedCount__Output {
  'count': (number);
}
