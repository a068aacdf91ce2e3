// Generated from protos/pagebell/project/v1/ignored_checks.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'

export interface DeleteIgnoredCheckRequest {
  'account_id'?: (string);
  'project'?: (string);
  'check'?: (string);
  'url'?: (string);
  '_url'?: "url";
}

export interface DeleteIgnoredCheckRequest__Output {
  'account_id': (string);
  'project': (string);
  'check': (string);
  'url'?: (string);
}

export interface IgnoredCheck {
  'check'?: (string);
  'url'?: (string);
  'reason'?: (string);
  'expires_at'?: (string);
  'created_at'?: (string);
  '_url'?: "url";
  '_expires_at'?: "expires_at";
}

export interface IgnoredCheck__Output {
  'check': (string);
  'url'?: (string);
  'reason': (string);
  'expires_at'?: (string);
  'created_at': (string);
}

export interface IgnoredCheckList {
  'ignored_checks'?: (IgnoredCheck)[];
}

export interface IgnoredCheckList__Output {
  'ignored_checks': (IgnoredCheck__Output)[];
}

export interface IgnoredChecksDefinition extends grpc.ServiceDefinition {
  DeleteIgnoredCheck: MethodDefinition<DeleteIgnoredCheckRequest, IgnoredCheck, DeleteIgnoredCheckRequest__Output, IgnoredCheck__Output>
  ListIgnoredChecks: MethodDefinition<ListIgnoredChecksRequest, IgnoredCheckList, ListIgnoredChecksRequest__Output, IgnoredCheckList__Output>
  PutIgnoredCheck: MethodDefinition<PutIgnoredCheckRequest, IgnoredCheck, PutIgnoredCheckRequest__Output, IgnoredCheck__Output>
}

export interface ListIgnoredChecksRequest {
  'account_id'?: (string);
  'project'?: (string);
}

export interface ListIgnoredChecksRequest__Output {
  'account_id': (string);
  'project': (string);
}

export interface PutIgnoredCheckRequest {
  'account_id'?: (string);
  'project'?: (string);
  'check'?: (string);
  'url'?: (string);
  'reason'?: (string);
  'expires_at'?: (string);
  '_url'?: "url";
  '_expires_at'?: "expires_at";
}

export interface PutIgnoredCheckRequest__Output {
  'account_id': (string);
  'project': (string);
  'check': (string);
  'url'?: (string);
  'reason': (string);
  'expires_at'?: (string);
}
