// Original file: protos/pagebell/project/v1/project.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetIndexNowKeyRequest as _pagebell_project_v1_GetIndexNowKeyRequest, GetIndexNowKeyRequest__Output as _pagebell_project_v1_GetIndexNowKeyRequest__Output } from '../../../pagebell/project/v1/GetIndexNowKeyRequest.ts';
import type { IndexNowKey as _pagebell_project_v1_IndexNowKey, IndexNowKey__Output as _pagebell_project_v1_IndexNowKey__Output } from '../../../pagebell/project/v1/IndexNowKey.ts';

export interface ChannelsClient extends grpc.Client {
  GetIndexNowKey(argument: _pagebell_project_v1_GetIndexNowKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_IndexNowKey__Output>): grpc.ClientUnaryCall;
  GetIndexNowKey(argument: _pagebell_project_v1_GetIndexNowKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_IndexNowKey__Output>): grpc.ClientUnaryCall;
  GetIndexNowKey(argument: _pagebell_project_v1_GetIndexNowKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_IndexNowKey__Output>): grpc.ClientUnaryCall;
  GetIndexNowKey(argument: _pagebell_project_v1_GetIndexNowKeyRequest, callback: grpc.requestCallback<_pagebell_project_v1_IndexNowKey__Output>): grpc.ClientUnaryCall;
  getIndexNowKey(argument: _pagebell_project_v1_GetIndexNowKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_IndexNowKey__Output>): grpc.ClientUnaryCall;
  getIndexNowKey(argument: _pagebell_project_v1_GetIndexNowKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_IndexNowKey__Output>): grpc.ClientUnaryCall;
  getIndexNowKey(argument: _pagebell_project_v1_GetIndexNowKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_IndexNowKey__Output>): grpc.ClientUnaryCall;
  getIndexNowKey(argument: _pagebell_project_v1_GetIndexNowKeyRequest, callback: grpc.requestCallback<_pagebell_project_v1_IndexNowKey__Output>): grpc.ClientUnaryCall;
  
}

export interface ChannelsHandlers extends grpc.UntypedServiceImplementation {
  GetIndexNowKey: grpc.handleUnaryCall<_pagebell_project_v1_GetIndexNowKeyRequest__Output, _pagebell_project_v1_IndexNowKey>;
  
}

export interface ChannelsDefinition extends grpc.ServiceDefinition {
  GetIndexNowKey: MethodDefinition<_pagebell_project_v1_GetIndexNowKeyRequest, _pagebell_project_v1_IndexNowKey, _pagebell_project_v1_GetIndexNowKeyRequest__Output, _pagebell_project_v1_IndexNowKey__Output>
}
