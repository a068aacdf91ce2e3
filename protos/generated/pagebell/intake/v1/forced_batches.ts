// Generated from protos/pagebell/intake/v1/forced_batches.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Idempotency, Idempotency__Output } from './intake.ts'

export interface ForceUrlsRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'urls'?: (string)[];
  'channel'?: (string);
  'action'?: (string);
  'reason'?: (string);
  'key_id'?: (string);
  'idempotency'?: (Idempotency | null);
  '_channel'?: "channel";
  '_key_id'?: "key_id";
}

export interface ForceUrlsRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'urls': (string)[];
  'channel'?: (string);
  'action': (string);
  'reason': (string);
  'key_id'?: (string);
  'idempotency': (Idempotency__Output | null);
}

export interface ForcedBatch {
  'batch_id'?: (string);
  'key_id'?: (string);
  'reason'?: (string);
  'channel'?: (string);
  'action'?: (string);
  'urls'?: (number);
  'forced_at'?: (string);
  '_key_id'?: "key_id";
}

export interface ForcedBatch__Output {
  'batch_id': (string);
  'key_id'?: (string);
  'reason': (string);
  'channel': (string);
  'action': (string);
  'urls': (number);
  'forced_at': (string);
}

export interface ForcedBatchList {
  'batches'?: (ForcedBatch)[];
  'next_cursor'?: (string);
  '_next_cursor'?: "next_cursor";
}

export interface ForcedBatchList__Output {
  'batches': (ForcedBatch__Output)[];
  'next_cursor'?: (string);
}

export interface ForcedBatchesDefinition extends grpc.ServiceDefinition {
  ForceUrls: MethodDefinition<ForceUrlsRequest, ForcedUrls, ForceUrlsRequest__Output, ForcedUrls__Output>
  ListForcedBatches: MethodDefinition<ListForcedBatchesRequest, ForcedBatchList, ListForcedBatchesRequest__Output, ForcedBatchList__Output>
}

export interface ForcedUrl {
  'url'?: (string);
  'verdict'?: (string);
  'reason'?: (string);
  '_reason'?: "reason";
}

export interface ForcedUrl__Output {
  'url': (string);
  'verdict': (string);
  'reason'?: (string);
}

export interface ForcedUrls {
  'batch_id'?: (string);
  'accepted'?: (number);
  'duplicates'?: (number);
  'rejected'?: (number);
  'results'?: (ForcedUrl)[];
}

export interface ForcedUrls__Output {
  'batch_id': (string);
  'accepted': (number);
  'duplicates': (number);
  'rejected': (number);
  'results': (ForcedUrl__Output)[];
}

export interface ListForcedBatchesRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'per_page'?: (number);
  'cursor'?: (string);
  '_cursor'?: "cursor";
}

export interface ListForcedBatchesRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'per_page': (number);
  'cursor'?: (string);
}
