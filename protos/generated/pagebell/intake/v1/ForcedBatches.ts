// Original file: protos/pagebell/intake/v1/forced_batches.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ForceUrlsRequest as _pagebell_intake_v1_ForceUrlsRequest, ForceUrlsRequest__Output as _pagebell_intake_v1_ForceUrlsRequest__Output } from '../../../pagebell/intake/v1/ForceUrlsRequest.ts';
import type { ForcedBatchList as _pagebell_intake_v1_ForcedBatchList, ForcedBatchList__Output as _pagebell_intake_v1_ForcedBatchList__Output } from '../../../pagebell/intake/v1/ForcedBatchList.ts';
import type { ForcedUrls as _pagebell_intake_v1_ForcedUrls, ForcedUrls__Output as _pagebell_intake_v1_ForcedUrls__Output } from '../../../pagebell/intake/v1/ForcedUrls.ts';
import type { ListForcedBatchesRequest as _pagebell_intake_v1_ListForcedBatchesRequest, ListForcedBatchesRequest__Output as _pagebell_intake_v1_ListForcedBatchesRequest__Output } from '../../../pagebell/intake/v1/ListForcedBatchesRequest.ts';

export interface ForcedBatchesClient extends grpc.Client {
  ForceUrls(argument: _pagebell_intake_v1_ForceUrlsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_ForcedUrls__Output>): grpc.ClientUnaryCall;
  ForceUrls(argument: _pagebell_intake_v1_ForceUrlsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_ForcedUrls__Output>): grpc.ClientUnaryCall;
  ForceUrls(argument: _pagebell_intake_v1_ForceUrlsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_ForcedUrls__Output>): grpc.ClientUnaryCall;
  ForceUrls(argument: _pagebell_intake_v1_ForceUrlsRequest, callback: grpc.requestCallback<_pagebell_intake_v1_ForcedUrls__Output>): grpc.ClientUnaryCall;
  forceUrls(argument: _pagebell_intake_v1_ForceUrlsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_ForcedUrls__Output>): grpc.ClientUnaryCall;
  forceUrls(argument: _pagebell_intake_v1_ForceUrlsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_ForcedUrls__Output>): grpc.ClientUnaryCall;
  forceUrls(argument: _pagebell_intake_v1_ForceUrlsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_ForcedUrls__Output>): grpc.ClientUnaryCall;
  forceUrls(argument: _pagebell_intake_v1_ForceUrlsRequest, callback: grpc.requestCallback<_pagebell_intake_v1_ForcedUrls__Output>): grpc.ClientUnaryCall;
  
  ListForcedBatches(argument: _pagebell_intake_v1_ListForcedBatchesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_ForcedBatchList__Output>): grpc.ClientUnaryCall;
  ListForcedBatches(argument: _pagebell_intake_v1_ListForcedBatchesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_ForcedBatchList__Output>): grpc.ClientUnaryCall;
  ListForcedBatches(argument: _pagebell_intake_v1_ListForcedBatchesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_ForcedBatchList__Output>): grpc.ClientUnaryCall;
  ListForcedBatches(argument: _pagebell_intake_v1_ListForcedBatchesRequest, callback: grpc.requestCallback<_pagebell_intake_v1_ForcedBatchList__Output>): grpc.ClientUnaryCall;
  listForcedBatches(argument: _pagebell_intake_v1_ListForcedBatchesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_ForcedBatchList__Output>): grpc.ClientUnaryCall;
  listForcedBatches(argument: _pagebell_intake_v1_ListForcedBatchesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_ForcedBatchList__Output>): grpc.ClientUnaryCall;
  listForcedBatches(argument: _pagebell_intake_v1_ListForcedBatchesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_ForcedBatchList__Output>): grpc.ClientUnaryCall;
  listForcedBatches(argument: _pagebell_intake_v1_ListForcedBatchesRequest, callback: grpc.requestCallback<_pagebell_intake_v1_ForcedBatchList__Output>): grpc.ClientUnaryCall;
  
}

export interface ForcedBatchesHandlers extends grpc.UntypedServiceImplementation {
  ForceUrls: grpc.handleUnaryCall<_pagebell_intake_v1_ForceUrlsRequest__Output, _pagebell_intake_v1_ForcedUrls>;
  
  ListForcedBatches: grpc.handleUnaryCall<_pagebell_intake_v1_ListForcedBatchesRequest__Output, _pagebell_intake_v1_ForcedBatchList>;
  
}

export interface ForcedBatchesDefinition extends grpc.ServiceDefinition {
  ForceUrls: MethodDefinition<_pagebell_intake_v1_ForceUrlsRequest, _pagebell_intake_v1_ForcedUrls, _pagebell_intake_v1_ForceUrlsRequest__Output, _pagebell_intake_v1_ForcedUrls__Output>
  ListForcedBatches: MethodDefinition<_pagebell_intake_v1_ListForcedBatchesRequest, _pagebell_intake_v1_ForcedBatchList, _pagebell_intake_v1_ListForcedBatchesRequest__Output, _pagebell_intake_v1_ForcedBatchList__Output>
}
