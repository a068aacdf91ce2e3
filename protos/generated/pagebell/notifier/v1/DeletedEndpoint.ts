// Original file: protos/pagebell/notifier/v1/event_endpoints.proto


export interface DeletedEndpoint {
  'id'?: (string);
}

export interface DeletedEndpoint__Output {
  'id': (string);
}
