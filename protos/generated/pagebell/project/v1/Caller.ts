// Original file: protos/pagebell/project/v1/project.proto

import type { Limits as _pagebell_project_v1_Limits, Limits__Output as _pagebell_project_v1_Limits__Output } from '../../../pagebell/project/v1/Limits.ts';
import type { Long } from '@grpc/proto-loader';

export interface Caller {
  'account_id'?: (string);
  'key_id'?: (string);
  'scopes'?: (string)[];
  'plan'?: (string);
  'limits'?: (_pagebell_project_v1_Limits | null);
  'limits_version'?: (number | string | Long);
  'expires_at'?: (string);
  '_expires_at'?: "expires_at";
}

export interface Caller__Output {
  'account_id': (string);
  'key_id': (string);
  'scopes': (string)[];
  'plan': (string);
  'limits': (_pagebell_project_v1_Limits__Output | null);
  'limits_version': (number);
  'expires_at'?: (string);
}
