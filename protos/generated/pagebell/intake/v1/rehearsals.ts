// Generated from protos/pagebell/intake/v1/rehearsals.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'

export interface RehearsalsDefinition extends grpc.ServiceDefinition {
  TryUrls: MethodDefinition<TryUrlsRequest, TriedUrls, TryUrlsRequest__Output, TriedUrls__Output>
}

export interface TriedUrl {
  'url'?: (string);
  'verdict'?: (string);
  'reason'?: (string);
  'allowed_again_at'?: (string);
  '_reason'?: "reason";
  '_allowed_again_at'?: "allowed_again_at";
}

export interface TriedUrl__Output {
  'url': (string);
  'verdict': (string);
  'reason'?: (string);
  'allowed_again_at'?: (string);
}

export interface TriedUrls {
  'results'?: (TriedUrl)[];
}

export interface TriedUrls__Output {
  'results': (TriedUrl__Output)[];
}

export interface TryUrlsRequest {
  'account_id'?: (string);
  'project'?: (string);
  'urls'?: (string)[];
}

export interface TryUrlsRequest__Output {
  'account_id': (string);
  'project': (string);
  'urls': (string)[];
}
