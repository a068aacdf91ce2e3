// Generated from protos/pagebell/intake/v1/usage_days.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { Long, MethodDefinition } from '@grpc/proto-loader'

export interface ListUsageDaysRequest {
  'account_id'?: (string);
  'days'?: (number);
}

export interface ListUsageDaysRequest__Output {
  'account_id': (string);
  'days': (number);
}

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

export interface UsageDayList {
  'days'?: (UsageDay)[];
}

export interface UsageDayList__Output {
  'days': (UsageDay__Output)[];
}

export interface UsageDaysDefinition extends grpc.ServiceDefinition {
  ListUsageDays: MethodDefinition<ListUsageDaysRequest, UsageDayList, ListUsageDaysRequest__Output, UsageDayList__Output>
}
