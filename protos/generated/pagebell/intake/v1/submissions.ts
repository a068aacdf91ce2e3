// Generated from protos/pagebell/intake/v1/submissions.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'

export interface SubmissionsDefinition extends grpc.ServiceDefinition {
  SubmitUrls: MethodDefinition<SubmitUrlsRequest, SubmittedUrls, SubmitUrlsRequest__Output, SubmittedUrls__Output>
}

export interface SubmitUrlsRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'urls'?: (string)[];
  'channel'?: (string);
  'action'?: (string);
  'preflight'?: (boolean);
  'dry_run'?: (boolean);
  '_channel'?: "channel";
  '_preflight'?: "preflight";
}

export interface SubmitUrlsRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'urls': (string)[];
  'channel'?: (string);
  'action': (string);
  'preflight'?: (boolean);
  'dry_run': (boolean);
}

export interface SubmittedUrl {
  'url'?: (string);
  'verdict'?: (string);
  'reason'?: (string);
  'allowed_again_at'?: (string);
  '_reason'?: "reason";
  '_allowed_again_at'?: "allowed_again_at";
}

export interface SubmittedUrl__Output {
  'url': (string);
  'verdict': (string);
  'reason'?: (string);
  'allowed_again_at'?: (string);
}

export interface SubmittedUrls {
  'batch_id'?: (string);
  'accepted'?: (number);
  'duplicates'?: (number);
  'rejected'?: (number);
  'results'?: (SubmittedUrl)[];
  '_batch_id'?: "batch_id";
}

export interface SubmittedUrls__Output {
  'batch_id'?: (string);
  'accepted': (number);
  'duplicates': (number);
  'rejected': (number);
  'results': (SubmittedUrl__Output)[];
}
