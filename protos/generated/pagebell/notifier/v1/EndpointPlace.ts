// Original file: protos/pagebell/notifier/v1/event_endpoints.proto


export interface EndpointPlace {
  'account_id'?: (string);
  'project_id'?: (string);
}

export interface EndpointPlace__Output {
  'account_id': (string);
  'project_id': (string);
}
