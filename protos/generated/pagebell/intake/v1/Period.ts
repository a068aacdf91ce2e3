// Original file: protos/pagebell/intake/v1/intake.proto

import type { Long } from '@grpc/proto-loader';

export interface Period {
  'limit'?: (number | string | Long);
  'used'?: (number | string | Long);
  'remaining'?: (number | string | Long);
  'resets_at'?: (string);
  '_limit'?: "limit";
  '_remaining'?: "remaining";
}

export interface Period__Output {
  'limit'?: (number);
  'used': (number);
  'remaining'?: (number);
  'resets_at': (string);
}
