// Original file: protos/pagebell/intake/v1/rehearsals.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { TriedUrls as _pagebell_intake_v1_TriedUrls, TriedUrls__Output as _pagebell_intake_v1_TriedUrls__Output } from '../../../pagebell/intake/v1/TriedUrls.ts';
import type { TryUrlsRequest as _pagebell_intake_v1_TryUrlsRequest, TryUrlsRequest__Output as _pagebell_intake_v1_TryUrlsRequest__Output } from '../../../pagebell/intake/v1/TryUrlsRequest.ts';

export interface RehearsalsClient extends grpc.Client {
  TryUrls(argument: _pagebell_intake_v1_TryUrlsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_TriedUrls__Output>): grpc.ClientUnaryCall;
  TryUrls(argument: _pagebell_intake_v1_TryUrlsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_TriedUrls__Output>): grpc.ClientUnaryCall;
  TryUrls(argument: _pagebell_intake_v1_TryUrlsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_TriedUrls__Output>): grpc.ClientUnaryCall;
  TryUrls(argument: _pagebell_intake_v1_TryUrlsRequest, callback: grpc.requestCallback<_pagebell_intake_v1_TriedUrls__Output>): grpc.ClientUnaryCall;
  tryUrls(argument: _pagebell_intake_v1_TryUrlsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_TriedUrls__Output>): grpc.ClientUnaryCall;
  tryUrls(argument: _pagebell_intake_v1_TryUrlsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_TriedUrls__Output>): grpc.ClientUnaryCall;
  tryUrls(argument: _pagebell_intake_v1_TryUrlsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_TriedUrls__Output>): grpc.ClientUnaryCall;
  tryUrls(argument: _pagebell_intake_v1_TryUrlsRequest, callback: grpc.requestCallback<_pagebell_intake_v1_TriedUrls__Output>): grpc.ClientUnaryCall;
  
}

export interface RehearsalsHandlers extends grpc.UntypedServiceImplementation {
  TryUrls: grpc.handleUnaryCall<_pagebell_intake_v1_TryUrlsRequest__Output, _pagebell_intake_v1_TriedUrls>;
  
}

export interface RehearsalsDefinition extends grpc.ServiceDefinition {
  TryUrls: MethodDefinition<_pagebell_intake_v1_TryUrlsRequest, _pagebell_intake_v1_TriedUrls, _pagebell_intake_v1_TryUrlsRequest__Output, _pagebell_intake_v1_TriedUrls__Output>
}
