// Original file: protos/pagebell/notifier/v1/notifier.proto


export interface RequeuedDeliveries {
  'count'?: (number);
}

export interface RequeuedDeliveries__Output {
  'count': (number);
}
