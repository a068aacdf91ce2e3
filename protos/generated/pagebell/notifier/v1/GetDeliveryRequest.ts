// Original file: protos/pagebell/notifier/v1/notifier.proto


export interface GetDeliveryRequest {
  'account_id'?: (string);
  'delivery_id'?: (string);
  'project'?: (string);
  '_project'?: "project";
}

export interface GetDeliveryRequest__Output {
  'account_id': (string);
  'delivery_id': (string);
  'project'?: (string);
}
