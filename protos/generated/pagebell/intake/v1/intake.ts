// Generated from protos/pagebell/intake/v1/intake.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { Long, MethodDefinition } from '@grpc/proto-loader'

export interface CloseProjectReply {
}

export interface CloseProjectReply__Output {
}

export interface CloseProjectRequest {
  'account_id'?: (string);
  'project_id'?: (string);
}

export interface CloseProjectRequest__Output {
  'account_id': (string);
  'project_id': (string);
}

export interface GetHookRequest {
  'account_id'?: (string);
  'project_id'?: (string);
}

export interface GetHookRequest__Output {
  'account_id': (string);
  'project_id': (string);
}

export interface GetUsageRequest {
  'account_id'?: (string);
}

export interface GetUsageRequest__Output {
  'account_id': (string);
}

export interface Hook {
  'enabled'?: (boolean);
  'last_four'?: (string);
  'created_at'?: (string);
  'last_used_at'?: (string);
  'accepted_7d'?: (number | string | Long);
  'previous_last_four'?: (string);
  'previous_accepted_until'?: (string);
  'previous_last_used_at'?: (string);
  'waiting'?: (Waiting | null);
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
  'waiting': (Waiting__Output | null);
}

export interface HooksDefinition extends grpc.ServiceDefinition {
  GetHook: MethodDefinition<GetHookRequest, Hook, GetHookRequest__Output, Hook__Output>
  RevokeHook: MethodDefinition<RevokeHookRequest, Hook, RevokeHookRequest__Output, Hook__Output>
  RotateHook: MethodDefinition<RotateHookRequest, RotatedHook, RotateHookRequest__Output, RotatedHook__Output>
  SetHookEnabled: MethodDefinition<SetHookEnabledRequest, Hook, SetHookEnabledRequest__Output, Hook__Output>
}

export interface Idempotency {
  'key'?: (string);
  'request_sha256'?: (Buffer | Uint8Array | string);
}

export interface Idempotency__Output {
  'key': (string);
  'request_sha256': (Buffer);
}

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

export interface Period {
  'limit'?: (number | string | Long);
  'used'?: (number | string | Long);
  'remaining'?: (number | string | Long);
  'resets_at'?: (string);
  'given_back'?: (number | string | Long);
  '_limit'?: "limit";
  '_remaining'?: "remaining";
}

export interface Period__Output {
  'limit'?: (number);
  'used': (number);
  'remaining'?: (number);
  'resets_at': (string);
  'given_back': (number);
}

export interface QuotasDefinition extends grpc.ServiceDefinition {
  CloseProject: MethodDefinition<CloseProjectRequest, CloseProjectReply, CloseProjectRequest__Output, CloseProjectReply__Output>
  GetUsage: MethodDefinition<GetUsageRequest, Usage, GetUsageRequest__Output, Usage__Output>
  SetChannels: MethodDefinition<SetChannelsRequest, SetChannelsReply, SetChannelsRequest__Output, SetChannelsReply__Output>
  SetLimits: MethodDefinition<SetLimitsRequest, SetLimitsReply, SetLimitsRequest__Output, SetLimitsReply__Output>
}

export interface RevokeHookRequest {
  'account_id'?: (string);
  'project_id'?: (string);
}

export interface RevokeHookRequest__Output {
  'account_id': (string);
  'project_id': (string);
}

export interface RotateHookRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'project'?: (string);
  'grace_seconds'?: (number);
  'limits'?: (Limits | null);
  'idempotency'?: (Idempotency | null);
}

export interface RotateHookRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'project': (string);
  'grace_seconds': (number);
  'limits': (Limits__Output | null);
  'idempotency': (Idempotency__Output | null);
}

export interface RotatedHook {
  'hook'?: (Hook | null);
  'token'?: (string);
  'created'?: (boolean);
}

export interface RotatedHook__Output {
  'hook': (Hook__Output | null);
  'token': (string);
  'created': (boolean);
}

export interface SetChannelsReply {
}

export interface SetChannelsReply__Output {
}

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

export interface SetHookEnabledRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'enabled'?: (boolean);
}

export interface SetHookEnabledRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'enabled': (boolean);
}

export interface SetLimitsReply {
}

export interface SetLimitsReply__Output {
}

export interface SetLimitsRequest {
  'account_id'?: (string);
  'limits'?: (Limits | null);
}

export interface SetLimitsRequest__Output {
  'account_id': (string);
  'limits': (Limits__Output | null);
}

export interface Usage {
  'day'?: (Period | null);
  'month'?: (Period | null);
  'waiting'?: (Waiting | null);
}

export interface Usage__Output {
  'day': (Period__Output | null);
  'month': (Period__Output | null);
  'waiting': (Waiting__Output | null);
}

export interface Waiting {
  'urls'?: (number | string | Long);
  'oldest_at'?: (string);
  '_oldest_at'?: "oldest_at";
}

export interface Waiting__Output {
  'urls': (number);
  'oldest_at'?: (string);
}
