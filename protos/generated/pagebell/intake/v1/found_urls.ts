// Generated from protos/pagebell/intake/v1/found_urls.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'

export interface FoundUrlsDefinition extends grpc.ServiceDefinition {
  KeepFoundUrls: MethodDefinition<KeepFoundUrlsRequest, KeptFoundUrls, KeepFoundUrlsRequest__Output, KeptFoundUrls__Output>
}

export interface KeepFoundUrlsRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'project'?: (string);
  'action'?: (string);
  'urls'?: (string)[];
}

export interface KeepFoundUrlsRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'project': (string);
  'action': (string);
  'urls': (string)[];
}

export interface KeptFoundUrls {
  'outcome'?: (string);
  'later'?: (number)[];
}

export interface KeptFoundUrls__Output {
  'outcome': (string);
  'later': (number)[];
}
