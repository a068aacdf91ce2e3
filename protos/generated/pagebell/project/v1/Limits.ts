// Original file: protos/pagebell/project/v1/project.proto

import type { Long } from '@grpc/proto-loader';

export interface Limits {
  'urls_per_day'?: (number | string | Long);
  'urls_per_month'?: (number | string | Long);
  'calls_per_minute'?: (number | string | Long);
  '_urls_per_day'?: "urls_per_day";
  '_urls_per_month'?: "urls_per_month";
  '_calls_per_minute'?: "calls_per_minute";
}

export interface Limits__Output {
  'urls_per_day'?: (number);
  'urls_per_month'?: (number);
  'calls_per_minute'?: (number);
}
