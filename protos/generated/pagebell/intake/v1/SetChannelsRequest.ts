// Original file: protos/pagebell/intake/v1/intake.proto

import type { Long } from '@grpc/proto-loader';

export interface SetChannelsRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'ready'?: (string)[];
  'chosen'?: (string)[];
  'version'?: (number | string | Long);
}

export interface SetChannelsRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'ready': (string)[];
  'chosen': (string)[];
  'version': (number);
}
