// Original file: protos/pagebell/intake/v1/intake.proto

import type { Long } from '@grpc/proto-loader';

export interface Limits {
  'urls_per_day'?: (number | string | Long);
  'urls_per_month'?: (number | string | Long);
  'version'?: (number | string | Long);
  'hook_requests_per_minute'?: (number | string | Long);
  '_urls_per_day'?: "urls_per_day";
  '_urls_per_month'?: "urls_per_month";
  '_hook_requests_per_minute'?: "hook_requests_per_minute";
}

export interface Limits__Output {
  'urls_per_day'?: (number);
  'urls_per_month'?: (number);
  'version': (number);
  'hook_requests_per_minute'?: (number);
}
