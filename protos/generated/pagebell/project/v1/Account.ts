// Original file: protos/pagebell/project/v1/project.proto

import type { Limits as _pagebell_project_v1_Limits, Limits__Output as _pagebell_project_v1_Limits__Output } from '../../../pagebell/project/v1/Limits.ts';
import type { Long } from '@grpc/proto-loader';

export interface Account {
  'account_id'?: (string);
  'email'?: (string);
  'plan'?: (string);
  'limits'?: (_pagebell_project_v1_Limits | null);
  'limits_version'?: (number | string | Long);
  'created_at'?: (string);
  'password_version'?: (number | string | Long);
  'suspended_at'?: (string);
  '_suspended_at'?: "suspended_at";
}

export interface Account__Output {
  'account_id': (string);
  'email': (string);
  'plan': (string);
  'limits': (_pagebell_project_v1_Limits__Output | null);
  'limits_version': (number);
  'created_at': (string);
  'password_version': (number);
  'suspended_at'?: (string);
}
