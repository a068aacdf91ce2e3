// Original file: protos/pagebell/intake/v1/intake.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetHookRequest as _pagebell_intake_v1_GetHookRequest, GetHookRequest__Output as _pagebell_intake_v1_GetHookRequest__Output } from '../../../pagebell/intake/v1/GetHookRequest.ts';
import type { Hook as _pagebell_intake_v1_Hook, Hook__Output as _pagebell_intake_v1_Hook__Output } from '../../../pagebell/intake/v1/Hook.ts';
import type { RevokeHookRequest as _pagebell_intake_v1_RevokeHookRequest, RevokeHookRequest__Output as _pagebell_intake_v1_RevokeHookRequest__Output } from '../../../pagebell/intake/v1/RevokeHookRequest.ts';
import type { RotateHookRequest as _pagebell_intake_v1_RotateHookRequest, RotateHookRequest__Output as _pagebell_intake_v1_RotateHookRequest__Output } from '../../../pagebell/intake/v1/RotateHookRequest.ts';
import type { RotatedHook as _pagebell_intake_v1_RotatedHook, RotatedHook__Output as _pagebell_intake_v1_RotatedHook__Output } from '../../../pagebell/intake/v1/RotatedHook.ts';
import type { SetHookEnabledRequest as _pagebell_intake_v1_SetHookEnabledRequest, SetHookEnabledRequest__Output as _pagebell_intake_v1_SetHookEnabledRequest__Output } from '../../../pagebell/intake/v1/SetHookEnabledRequest.ts';

export interface HooksClient extends grpc.Client {
  GetHook(argument: _pagebell_intake_v1_GetHookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  GetHook(argument: _pagebell_intake_v1_GetHookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  GetHook(argument: _pagebell_intake_v1_GetHookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  GetHook(argument: _pagebell_intake_v1_GetHookRequest, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  getHook(argument: _pagebell_intake_v1_GetHookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  getHook(argument: _pagebell_intake_v1_GetHookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  getHook(argument: _pagebell_intake_v1_GetHookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  getHook(argument: _pagebell_intake_v1_GetHookRequest, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  
  RevokeHook(argument: _pagebell_intake_v1_RevokeHookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  RevokeHook(argument: _pagebell_intake_v1_RevokeHookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  RevokeHook(argument: _pagebell_intake_v1_RevokeHookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  RevokeHook(argument: _pagebell_intake_v1_RevokeHookRequest, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  revokeHook(argument: _pagebell_intake_v1_RevokeHookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  revokeHook(argument: _pagebell_intake_v1_RevokeHookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  revokeHook(argument: _pagebell_intake_v1_RevokeHookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  revokeHook(argument: _pagebell_intake_v1_RevokeHookRequest, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  
  RotateHook(argument: _pagebell_intake_v1_RotateHookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_RotatedHook__Output>): grpc.ClientUnaryCall;
  RotateHook(argument: _pagebell_intake_v1_RotateHookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_RotatedHook__Output>): grpc.ClientUnaryCall;
  RotateHook(argument: _pagebell_intake_v1_RotateHookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_RotatedHook__Output>): grpc.ClientUnaryCall;
  RotateHook(argument: _pagebell_intake_v1_RotateHookRequest, callback: grpc.requestCallback<_pagebell_intake_v1_RotatedHook__Output>): grpc.ClientUnaryCall;
  rotateHook(argument: _pagebell_intake_v1_RotateHookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_RotatedHook__Output>): grpc.ClientUnaryCall;
  rotateHook(argument: _pagebell_intake_v1_RotateHookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_RotatedHook__Output>): grpc.ClientUnaryCall;
  rotateHook(argument: _pagebell_intake_v1_RotateHookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_RotatedHook__Output>): grpc.ClientUnaryCall;
  rotateHook(argument: _pagebell_intake_v1_RotateHookRequest, callback: grpc.requestCallback<_pagebell_intake_v1_RotatedHook__Output>): grpc.ClientUnaryCall;
  
  SetHookEnabled(argument: _pagebell_intake_v1_SetHookEnabledRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  SetHookEnabled(argument: _pagebell_intake_v1_SetHookEnabledRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  SetHookEnabled(argument: _pagebell_intake_v1_SetHookEnabledRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  SetHookEnabled(argument: _pagebell_intake_v1_SetHookEnabledRequest, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  setHookEnabled(argument: _pagebell_intake_v1_SetHookEnabledRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  setHookEnabled(argument: _pagebell_intake_v1_SetHookEnabledRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  setHookEnabled(argument: _pagebell_intake_v1_SetHookEnabledRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  setHookEnabled(argument: _pagebell_intake_v1_SetHookEnabledRequest, callback: grpc.requestCallback<_pagebell_intake_v1_Hook__Output>): grpc.ClientUnaryCall;
  
}

export interface HooksHandlers extends grpc.UntypedServiceImplementation {
  GetHook: grpc.handleUnaryCall<_pagebell_intake_v1_GetHookRequest__Output, _pagebell_intake_v1_Hook>;
  
  RevokeHook: grpc.handleUnaryCall<_pagebell_intake_v1_RevokeHookRequest__Output, _pagebell_intake_v1_Hook>;
  
  RotateHook: grpc.handleUnaryCall<_pagebell_intake_v1_RotateHookRequest__Output, _pagebell_intake_v1_RotatedHook>;
  
  SetHookEnabled: grpc.handleUnaryCall<_pagebell_intake_v1_SetHookEnabledRequest__Output, _pagebell_intake_v1_Hook>;
  
}

export interface HooksDefinition extends grpc.ServiceDefinition {
  GetHook: MethodDefinition<_pagebell_intake_v1_GetHookRequest, _pagebell_intake_v1_Hook, _pagebell_intake_v1_GetHookRequest__Output, _pagebell_intake_v1_Hook__Output>
  RevokeHook: MethodDefinition<_pagebell_intake_v1_RevokeHookRequest, _pagebell_intake_v1_Hook, _pagebell_intake_v1_RevokeHookRequest__Output, _pagebell_intake_v1_Hook__Output>
  RotateHook: MethodDefinition<_pagebell_intake_v1_RotateHookRequest, _pagebell_intake_v1_RotatedHook, _pagebell_intake_v1_RotateHookRequest__Output, _pagebell_intake_v1_RotatedHook__Output>
  SetHookEnabled: MethodDefinition<_pagebell_intake_v1_SetHookEnabledRequest, _pagebell_intake_v1_Hook, _pagebell_intake_v1_SetHookEnabledRequest__Output, _pagebell_intake_v1_Hook__Output>
}
