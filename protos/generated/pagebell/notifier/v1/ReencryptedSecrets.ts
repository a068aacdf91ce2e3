// Original file: protos/pagebell/notifier/v1/event_endpoints.proto


export interface ReencryptedSecrets {
  'count'?: (number);
}

export interface ReencryptedSecrets__Output {
  'count': (number);
}
