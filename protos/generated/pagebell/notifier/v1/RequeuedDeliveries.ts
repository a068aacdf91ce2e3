// Original file: protos/pagebell/notifier/v1/notifier.proto


export interface RequeuedDeliveries {
  'count'?: (number);
  'next_cursor'?: (string);
  '_next_cursor'?: "next_cursor";
}

export interface RequeuedDeliveries__Output {
  'count': (number);
  'next_cursor'?: (string);
}
