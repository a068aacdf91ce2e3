// Original file: protos/pagebell/rpc/v1/carriage.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ToCaller as _pagebell_rpc_v1_ToCaller, ToCaller__Output as _pagebell_rpc_v1_ToCaller__Output } from '../../../pagebell/rpc/v1/ToCaller.ts';
import type { ToServer as _pagebell_rpc_v1_ToServer, ToServer__Output as _pagebell_rpc_v1_ToServer__Output } from '../../../pagebell/rpc/v1/ToServer.ts';

export interface CarriageClient extends grpc.Client {
  Carry(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_pagebell_rpc_v1_ToServer, _pagebell_rpc_v1_ToCaller__Output>;
  Carry(options?: grpc.CallOptions): grpc.ClientDuplexStream<_pagebell_rpc_v1_ToServer, _pagebell_rpc_v1_ToCaller__Output>;
  carry(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_pagebell_rpc_v1_ToServer, _pagebell_rpc_v1_ToCaller__Output>;
  carry(options?: grpc.CallOptions): grpc.ClientDuplexStream<_pagebell_rpc_v1_ToServer, _pagebell_rpc_v1_ToCaller__Output>;
  
}

export interface CarriageHandlers extends grpc.UntypedServiceImplementation {
  Carry: grpc.handleBidiStreamingCall<_pagebell_rpc_v1_ToServer__Output, _pagebell_rpc_v1_ToCaller>;
  
}

export interface CarriageDefinition extends grpc.ServiceDefinition {
  Carry: MethodDefinition<_pagebell_rpc_v1_ToServer, _pagebell_rpc_v1_ToCaller, _pagebell_rpc_v1_ToServer__Output, _pagebell_rpc_v1_ToCaller__Output>
}
