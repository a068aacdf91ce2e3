// Original file: protos/pagebell/intake/v1/intake.proto

import type { Long } from '@grpc/proto-loader';

export interface Hook {
  'enabled'?: (boolean);
  'last_four'?: (string);
  'created_at'?: (string);
  'last_used_at'?: (string);
  'accepted_7d'?: (number | string | Long);
  'previous_last_four'?: (string);
  'previous_accepted_until'?: (string);
  'previous_last_used_at'?: (string);
  '_last_used_at'?: "last_used_at";
  '_previous_last_four'?: "previous_last_four";
  '_previous_accepted_until'?: "previous_accepted_until";
  '_previous_last_used_at'?: "previous_last_used_at";
}

export interface Hook__Output {
  'enabled': (boolean);
  'last_four': (string);
  'created_at': (string);
  'last_used_at'?: (string);
  'accepted_7d': (number);
  'previous_last_four'?: (string);
  'previous_accepted_until'?: (string);
  'previous_last_used_at'?: (string);
}
