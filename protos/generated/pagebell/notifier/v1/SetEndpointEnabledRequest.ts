// Original file: protos/pagebell/notifier/v1/event_endpoints.proto


export interface SetEndpointEnabledRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'enabled'?: (boolean);
}

export interface SetEndpointEnabledRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'enabled': (boolean);
}
