// Original file: protos/pagebell/project/v1/ignored_checks.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { DeleteIgnoredCheckRequest as _pagebell_project_v1_DeleteIgnoredCheckRequest, DeleteIgnoredCheckRequest__Output as _pagebell_project_v1_DeleteIgnoredCheckRequest__Output } from '../../../pagebell/project/v1/DeleteIgnoredCheckRequest.ts';
import type { IgnoredCheck as _pagebell_project_v1_IgnoredCheck, IgnoredCheck__Output as _pagebell_project_v1_IgnoredCheck__Output } from '../../../pagebell/project/v1/IgnoredCheck.ts';
import type { IgnoredCheckList as _pagebell_project_v1_IgnoredCheckList, IgnoredCheckList__Output as _pagebell_project_v1_IgnoredCheckList__Output } from '../../../pagebell/project/v1/IgnoredCheckList.ts';
import type { ListIgnoredChecksRequest as _pagebell_project_v1_ListIgnoredChecksRequest, ListIgnoredChecksRequest__Output as _pagebell_project_v1_ListIgnoredChecksRequest__Output } from '../../../pagebell/project/v1/ListIgnoredChecksRequest.ts';
import type { PutIgnoredCheckRequest as _pagebell_project_v1_PutIgnoredCheckRequest, PutIgnoredCheckRequest__Output as _pagebell_project_v1_PutIgnoredCheckRequest__Output } from '../../../pagebell/project/v1/PutIgnoredCheckRequest.ts';

export interface IgnoredChecksClient extends grpc.Client {
  DeleteIgnoredCheck(argument: _pagebell_project_v1_DeleteIgnoredCheckRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheck__Output>): grpc.ClientUnaryCall;
  DeleteIgnoredCheck(argument: _pagebell_project_v1_DeleteIgnoredCheckRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheck__Output>): grpc.ClientUnaryCall;
  DeleteIgnoredCheck(argument: _pagebell_project_v1_DeleteIgnoredCheckRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheck__Output>): grpc.ClientUnaryCall;
  DeleteIgnoredCheck(argument: _pagebell_project_v1_DeleteIgnoredCheckRequest, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheck__Output>): grpc.ClientUnaryCall;
  deleteIgnoredCheck(argument: _pagebell_project_v1_DeleteIgnoredCheckRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheck__Output>): grpc.ClientUnaryCall;
  deleteIgnoredCheck(argument: _pagebell_project_v1_DeleteIgnoredCheckRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheck__Output>): grpc.ClientUnaryCall;
  deleteIgnoredCheck(argument: _pagebell_project_v1_DeleteIgnoredCheckRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheck__Output>): grpc.ClientUnaryCall;
  deleteIgnoredCheck(argument: _pagebell_project_v1_DeleteIgnoredCheckRequest, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheck__Output>): grpc.ClientUnaryCall;
  
  ListIgnoredChecks(argument: _pagebell_project_v1_ListIgnoredChecksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheckList__Output>): grpc.ClientUnaryCall;
  ListIgnoredChecks(argument: _pagebell_project_v1_ListIgnoredChecksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheckList__Output>): grpc.ClientUnaryCall;
  ListIgnoredChecks(argument: _pagebell_project_v1_ListIgnoredChecksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheckList__Output>): grpc.ClientUnaryCall;
  ListIgnoredChecks(argument: _pagebell_project_v1_ListIgnoredChecksRequest, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheckList__Output>): grpc.ClientUnaryCall;
  listIgnoredChecks(argument: _pagebell_project_v1_ListIgnoredChecksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheckList__Output>): grpc.ClientUnaryCall;
  listIgnoredChecks(argument: _pagebell_project_v1_ListIgnoredChecksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheckList__Output>): grpc.ClientUnaryCall;
  listIgnoredChecks(argument: _pagebell_project_v1_ListIgnoredChecksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheckList__Output>): grpc.ClientUnaryCall;
  listIgnoredChecks(argument: _pagebell_project_v1_ListIgnoredChecksRequest, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheckList__Output>): grpc.ClientUnaryCall;
  
  PutIgnoredCheck(argument: _pagebell_project_v1_PutIgnoredCheckRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheck__Output>): grpc.ClientUnaryCall;
  PutIgnoredCheck(argument: _pagebell_project_v1_PutIgnoredCheckRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheck__Output>): grpc.ClientUnaryCall;
  PutIgnoredCheck(argument: _pagebell_project_v1_PutIgnoredCheckRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheck__Output>): grpc.ClientUnaryCall;
  PutIgnoredCheck(argument: _pagebell_project_v1_PutIgnoredCheckRequest, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheck__Output>): grpc.ClientUnaryCall;
  putIgnoredCheck(argument: _pagebell_project_v1_PutIgnoredCheckRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheck__Output>): grpc.ClientUnaryCall;
  putIgnoredCheck(argument: _pagebell_project_v1_PutIgnoredCheckRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheck__Output>): grpc.ClientUnaryCall;
  putIgnoredCheck(argument: _pagebell_project_v1_PutIgnoredCheckRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheck__Output>): grpc.ClientUnaryCall;
  putIgnoredCheck(argument: _pagebell_project_v1_PutIgnoredCheckRequest, callback: grpc.requestCallback<_pagebell_project_v1_IgnoredCheck__Output>): grpc.ClientUnaryCall;
  
}

export interface IgnoredChecksHandlers extends grpc.UntypedServiceImplementation {
  DeleteIgnoredCheck: grpc.handleUnaryCall<_pagebell_project_v1_DeleteIgnoredCheckRequest__Output, _pagebell_project_v1_IgnoredCheck>;
  
  ListIgnoredChecks: grpc.handleUnaryCall<_pagebell_project_v1_ListIgnoredChecksRequest__Output, _pagebell_project_v1_IgnoredCheckList>;
  
  PutIgnoredCheck: grpc.handleUnaryCall<_pagebell_project_v1_PutIgnoredCheckRequest__Output, _pagebell_project_v1_IgnoredCheck>;
  
}

export interface IgnoredChecksDefinition extends grpc.ServiceDefinition {
  DeleteIgnoredCheck: MethodDefinition<_pagebell_project_v1_DeleteIgnoredCheckRequest, _pagebell_project_v1_IgnoredCheck, _pagebell_project_v1_DeleteIgnoredCheckRequest__Output, _pagebell_project_v1_IgnoredCheck__Output>
  ListIgnoredChecks: MethodDefinition<_pagebell_project_v1_ListIgnoredChecksRequest, _pagebell_project_v1_IgnoredCheckList, _pagebell_project_v1_ListIgnoredChecksRequest__Output, _pagebell_project_v1_IgnoredCheckList__Output>
  PutIgnoredCheck: MethodDefinition<_pagebell_project_v1_PutIgnoredCheckRequest, _pagebell_project_v1_IgnoredCheck, _pagebell_project_v1_PutIgnoredCheckRequest__Output, _pagebell_project_v1_IgnoredCheck__Output>
}
