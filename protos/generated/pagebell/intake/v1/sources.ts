// Generated from protos/pagebell/intake/v1/sources.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Idempotency, Idempotency__Output, Limits, Limits__Output } from './intake.ts'
import type { WebhookRequest, WebhookRequest__Output } from './requests.ts'

export interface AllowIps {
  'cidrs'?: (string)[];
}

export interface AllowIps__Output {
  'cidrs': (string)[];
}

export interface ChangeSourceRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'source_id'?: (string);
  'name'?: (string);
  'enabled'?: (boolean);
  'secret'?: (string);
  'secret_grace_seconds'?: (number);
  'rules'?: (string);
  'allow_ips'?: (AllowIps | null);
  '_name'?: "name";
  '_enabled'?: "enabled";
  '_secret'?: "secret";
  '_rules'?: "rules";
}

export interface ChangeSourceRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'source_id': (string);
  'name'?: (string);
  'enabled'?: (boolean);
  'secret'?: (string);
  'secret_grace_seconds': (number);
  'rules'?: (string);
  'allow_ips': (AllowIps__Output | null);
}

export interface CreateSourceRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'project'?: (string);
  'kind'?: (string);
  'name'?: (string);
  'secret'?: (string);
  'rules'?: (string);
  'allow_ips'?: (string)[];
  'limits'?: (Limits | null);
  'idempotency'?: (Idempotency | null);
}

export interface CreateSourceRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'project': (string);
  'kind': (string);
  'name': (string);
  'secret': (string);
  'rules': (string);
  'allow_ips': (string)[];
  'limits': (Limits__Output | null);
  'idempotency': (Idempotency__Output | null);
}

export interface Header {
  'name'?: (string);
  'value'?: (string);
}

export interface Header__Output {
  'name': (string);
  'value': (string);
}

export interface KindList {
  'kinds'?: (SourceKind)[];
}

export interface KindList__Output {
  'kinds': (SourceKind__Output)[];
}

export interface KindResult {
  'event'?: (string);
  'result'?: (string);
}

export interface KindResult__Output {
  'event': (string);
  'result': (string);
}

export interface ListKindsRequest {
}

export interface ListKindsRequest__Output {
}

export interface ListSourcesRequest {
  'account_id'?: (string);
  'project_id'?: (string);
}

export interface ListSourcesRequest__Output {
  'account_id': (string);
  'project_id': (string);
}

export interface NewSource {
  'source'?: (Source | null);
  'token'?: (string);
}

export interface NewSource__Output {
  'source': (Source__Output | null);
  'token': (string);
}

export interface ReencryptSourcesRequest {
}

export interface ReencryptSourcesRequest__Output {
}

export interface ReencryptedSources {
  'count'?: (number);
}

export interface ReencryptedSources__Output {
  'count': (number);
}

export interface RotateSourceRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'source_id'?: (string);
  'grace_seconds'?: (number);
  'idempotency'?: (Idempotency | null);
}

export interface RotateSourceRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'source_id': (string);
  'grace_seconds': (number);
  'idempotency': (Idempotency__Output | null);
}

export interface Source {
  'source_id'?: (string);
  'kind'?: (string);
  'name'?: (string);
  'enabled'?: (boolean);
  'last_four'?: (string);
  'previous_last_four'?: (string);
  'previous_accepted_until'?: (string);
  'has_secret'?: (boolean);
  'previous_secret_until'?: (string);
  'rules'?: (string);
  'default_rules'?: (boolean);
  'allow_ips'?: (string)[];
  'created_at'?: (string);
  'last_used_at'?: (string);
  'last_request'?: (WebhookRequest | null);
  '_previous_last_four'?: "previous_last_four";
  '_previous_accepted_until'?: "previous_accepted_until";
  '_previous_secret_until'?: "previous_secret_until";
  '_last_used_at'?: "last_used_at";
}

export interface Source__Output {
  'source_id': (string);
  'kind': (string);
  'name': (string);
  'enabled': (boolean);
  'last_four': (string);
  'previous_last_four'?: (string);
  'previous_accepted_until'?: (string);
  'has_secret': (boolean);
  'previous_secret_until'?: (string);
  'rules': (string);
  'default_rules': (boolean);
  'allow_ips': (string)[];
  'created_at': (string);
  'last_used_at'?: (string);
  'last_request': (WebhookRequest__Output | null);
}

export interface SourceKind {
  'kind'?: (string);
  'title'?: (string);
  'sends'?: (string);
  'set_up'?: (string)[];
  'secret'?: (string);
  'signed'?: (string);
  'results'?: (KindResult)[];
  'rules'?: (string);
  'sample_headers'?: (Header)[];
  'sample_body'?: (string);
}

export interface SourceKind__Output {
  'kind': (string);
  'title': (string);
  'sends': (string);
  'set_up': (string)[];
  'secret': (string);
  'signed': (string);
  'results': (KindResult__Output)[];
  'rules': (string);
  'sample_headers': (Header__Output)[];
  'sample_body': (string);
}

export interface SourceList {
  'sources'?: (Source)[];
}

export interface SourceList__Output {
  'sources': (Source__Output)[];
}

export interface SourcePlace {
  'account_id'?: (string);
  'project_id'?: (string);
  'source_id'?: (string);
}

export interface SourcePlace__Output {
  'account_id': (string);
  'project_id': (string);
  'source_id': (string);
}

export interface SourcesDefinition extends grpc.ServiceDefinition {
  ChangeSource: MethodDefinition<ChangeSourceRequest, Source, ChangeSourceRequest__Output, Source__Output>
  CreateSource: MethodDefinition<CreateSourceRequest, NewSource, CreateSourceRequest__Output, NewSource__Output>
  DeleteSource: MethodDefinition<SourcePlace, Source, SourcePlace__Output, Source__Output>
  GetSource: MethodDefinition<SourcePlace, Source, SourcePlace__Output, Source__Output>
  ListKinds: MethodDefinition<ListKindsRequest, KindList, ListKindsRequest__Output, KindList__Output>
  ListSources: MethodDefinition<ListSourcesRequest, SourceList, ListSourcesRequest__Output, SourceList__Output>
  ReencryptSources: MethodDefinition<ReencryptSourcesRequest, ReencryptedSources, ReencryptSourcesRequest__Output, ReencryptedSources__Output>
  RotateSource: MethodDefinition<RotateSourceRequest, NewSource, RotateSourceRequest__Output, NewSource__Output>
  TrySource: MethodDefinition<TrySourceRequest, TriedRequest, TrySourceRequest__Output, TriedRequest__Output>
}

export interface TriedRequest {
  'verdict'?: (string);
  'event'?: (string);
  'urls'?: (UrlChange)[];
  'missing'?: (string)[];
  'reason'?: (string);
  'rules'?: (number)[];
  'authentic'?: (boolean);
  '_event'?: "event";
  '_reason'?: "reason";
  '_authentic'?: "authentic";
}

export interface TriedRequest__Output {
  'verdict': (string);
  'event'?: (string);
  'urls': (UrlChange__Output)[];
  'missing': (string)[];
  'reason'?: (string);
  'rules': (number)[];
  'authentic'?: (boolean);
}

export interface TrySourceRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'source_id'?: (string);
  'headers'?: (Header)[];
  'body'?: (string);
}

export interface TrySourceRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'source_id': (string);
  'headers': (Header__Output)[];
  'body': (string);
}

export interface UrlChange {
  'url'?: (string);
  'action'?: (string);
}

export interface UrlChange__Output {
  'url': (string);
  'action': (string);
}
