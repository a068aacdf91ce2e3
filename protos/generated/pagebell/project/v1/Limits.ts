// Original file: protos/pagebell/project/v1/project.proto

import type { Long } from '@grpc/proto-loader';

export interface Limits {
  'urls_per_day'?: (number | string | Long);
  'urls_per_month'?: (number | string | Long);
  'calls_per_minute'?: (number | string | Long);
  'api_keys'?: (number | string | Long);
  'projects'?: (number | string | Long);
  'reports'?: (number | string | Long);
  'analyses_per_minute'?: (number | string | Long);
  'analyses_per_day'?: (number | string | Long);
  'hook_requests_per_minute'?: (number | string | Long);
  '_urls_per_day'?: "urls_per_day";
  '_urls_per_month'?: "urls_per_month";
  '_calls_per_minute'?: "calls_per_minute";
  '_api_keys'?: "api_keys";
  '_projects'?: "projects";
  '_reports'?: "reports";
  '_analyses_per_minute'?: "analyses_per_minute";
  '_analyses_per_day'?: "analyses_per_day";
  '_hook_requests_per_minute'?: "hook_requests_per_minute";
}

export interface Limits__Output {
  'urls_per_day'?: (number);
  'urls_per_month'?: (number);
  'calls_per_minute'?: (number);
  'api_keys'?: (number);
  'projects'?: (number);
  'reports'?: (number);
  'analyses_per_minute'?: (number);
  'analyses_per_day'?: (number);
  'hook_requests_per_minute'?: (number);
}
