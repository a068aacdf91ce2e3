// Generated from protos/pagebell/intake/v1/requests.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'

export interface GetRequestRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'request_id'?: (string);
}

export interface GetRequestRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'request_id': (string);
}

export interface ListRequestsRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'refused'?: (boolean);
  'per_page'?: (number);
  'cursor'?: (string);
  'source_id'?: (string);
  '_refused'?: "refused";
  '_cursor'?: "cursor";
  '_source_id'?: "source_id";
}

export interface ListRequestsRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'refused'?: (boolean);
  'per_page': (number);
  'cursor'?: (string);
  'source_id'?: (string);
}

export interface RequestDetails {
  'request'?: (WebhookRequest | null);
  'urls'?: (string)[];
}

export interface RequestDetails__Output {
  'request': (WebhookRequest__Output | null);
  'urls': (string)[];
}

export interface RequestList {
  'requests'?: (WebhookRequest)[];
  'next_cursor'?: (string);
  '_next_cursor'?: "next_cursor";
}

export interface RequestList__Output {
  'requests': (WebhookRequest__Output)[];
  'next_cursor'?: (string);
}

export interface RequestsDefinition extends grpc.ServiceDefinition {
  GetRequest: MethodDefinition<GetRequestRequest, RequestDetails, GetRequestRequest__Output, RequestDetails__Output>
  ListRequests: MethodDefinition<ListRequestsRequest, RequestList, ListRequestsRequest__Output, RequestList__Output>
}

export interface WebhookRequest {
  'request_id'?: (string);
  'received_at'?: (string);
  'requests'?: (number);
  'address'?: (string);
  'agent'?: (string);
  'status'?: (number);
  'code'?: (string);
  'message'?: (string);
  'fields'?: (string)[];
  'channel'?: (string);
  'action'?: (string);
  'dry_run'?: (boolean);
  'urls'?: (number);
  'accepted'?: (number);
  'duplicates'?: (number);
  'rejected'?: (number);
  'batch_id'?: (string);
  'source_id'?: (string);
  'verdict'?: (string);
  'event'?: (string);
  'missing'?: (string)[];
  '_agent'?: "agent";
  '_code'?: "code";
  '_message'?: "message";
  '_channel'?: "channel";
  '_action'?: "action";
  '_batch_id'?: "batch_id";
  '_source_id'?: "source_id";
  '_verdict'?: "verdict";
  '_event'?: "event";
}

export interface WebhookRequest__Output {
  'request_id': (string);
  'received_at': (string);
  'requests': (number);
  'address': (string);
  'agent'?: (string);
  'status': (number);
  'code'?: (string);
  'message'?: (string);
  'fields': (string)[];
  'channel'?: (string);
  'action'?: (string);
  'dry_run': (boolean);
  'urls': (number);
  'accepted': (number);
  'duplicates': (number);
  'rejected': (number);
  'batch_id'?: (string);
  'source_id'?: (string);
  'verdict'?: (string);
  'event'?: (string);
  'missing': (string)[];
}
