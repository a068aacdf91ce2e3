// Original file: protos/pagebell/notifier/v1/event_endpoints.proto


export interface PutEndpointRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'project'?: (string);
  'url'?: (string);
  'events'?: (string)[];
}

export interface PutEndpointRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'project': (string);
  'url': (string);
  'events': (string)[];
}
