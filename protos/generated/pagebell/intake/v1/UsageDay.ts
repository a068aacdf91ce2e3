// Original file: protos/pagebell/intake/v1/usage_days.proto

import type { Long } from '@grpc/proto-loader';

export interface UsageDay {
  'day'?: (string);
  'used'?: (number | string | Long);
  'duplicates'?: (number | string | Long);
}

export interface UsageDay__Output {
  'day': (string);
  'used': (number);
  'duplicates': (number);
}
