// Original file: protos/pagebell/intake/v1/intake.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CloseProjectReply as _pagebell_intake_v1_CloseProjectReply, CloseProjectReply__Output as _pagebell_intake_v1_CloseProjectReply__Output } from '../../../pagebell/intake/v1/CloseProjectReply.ts';
import type { CloseProjectRequest as _pagebell_intake_v1_CloseProjectRequest, CloseProjectRequest__Output as _pagebell_intake_v1_CloseProjectRequest__Output } from '../../../pagebell/intake/v1/CloseProjectRequest.ts';
import type { GetUsageRequest as _pagebell_intake_v1_GetUsageRequest, GetUsageRequest__Output as _pagebell_intake_v1_GetUsageRequest__Output } from '../../../pagebell/intake/v1/GetUsageRequest.ts';
import type { SetChannelsReply as _pagebell_intake_v1_SetChannelsReply, SetChannelsReply__Output as _pagebell_intake_v1_SetChannelsReply__Output } from '../../../pagebell/intake/v1/SetChannelsReply.ts';
import type { SetChannelsRequest as _pagebell_intake_v1_SetChannelsRequest, SetChannelsRequest__Output as _pagebell_intake_v1_SetChannelsRequest__Output } from '../../../pagebell/intake/v1/SetChannelsRequest.ts';
import type { SetLimitsReply as _pagebell_intake_v1_SetLimitsReply, SetLimitsReply__Output as _pagebell_intake_v1_SetLimitsReply__Output } from '../../../pagebell/intake/v1/SetLimitsReply.ts';
import type { SetLimitsRequest as _pagebell_intake_v1_SetLimitsRequest, SetLimitsRequest__Output as _pagebell_intake_v1_SetLimitsRequest__Output } from '../../../pagebell/intake/v1/SetLimitsRequest.ts';
import type { Usage as _pagebell_intake_v1_Usage, Usage__Output as _pagebell_intake_v1_Usage__Output } from '../../../pagebell/intake/v1/Usage.ts';

export interface QuotasClient extends grpc.Client {
  CloseProject(argument: _pagebell_intake_v1_CloseProjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_CloseProjectReply__Output>): grpc.ClientUnaryCall;
  CloseProject(argument: _pagebell_intake_v1_CloseProjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_CloseProjectReply__Output>): grpc.ClientUnaryCall;
  CloseProject(argument: _pagebell_intake_v1_CloseProjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_CloseProjectReply__Output>): grpc.ClientUnaryCall;
  CloseProject(argument: _pagebell_intake_v1_CloseProjectRequest, callback: grpc.requestCallback<_pagebell_intake_v1_CloseProjectReply__Output>): grpc.ClientUnaryCall;
  closeProject(argument: _pagebell_intake_v1_CloseProjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_CloseProjectReply__Output>): grpc.ClientUnaryCall;
  closeProject(argument: _pagebell_intake_v1_CloseProjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_CloseProjectReply__Output>): grpc.ClientUnaryCall;
  closeProject(argument: _pagebell_intake_v1_CloseProjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_CloseProjectReply__Output>): grpc.ClientUnaryCall;
  closeProject(argument: _pagebell_intake_v1_CloseProjectRequest, callback: grpc.requestCallback<_pagebell_intake_v1_CloseProjectReply__Output>): grpc.ClientUnaryCall;
  
  GetUsage(argument: _pagebell_intake_v1_GetUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_Usage__Output>): grpc.ClientUnaryCall;
  GetUsage(argument: _pagebell_intake_v1_GetUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_Usage__Output>): grpc.ClientUnaryCall;
  GetUsage(argument: _pagebell_intake_v1_GetUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_Usage__Output>): grpc.ClientUnaryCall;
  GetUsage(argument: _pagebell_intake_v1_GetUsageRequest, callback: grpc.requestCallback<_pagebell_intake_v1_Usage__Output>): grpc.ClientUnaryCall;
  getUsage(argument: _pagebell_intake_v1_GetUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_Usage__Output>): grpc.ClientUnaryCall;
  getUsage(argument: _pagebell_intake_v1_GetUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_Usage__Output>): grpc.ClientUnaryCall;
  getUsage(argument: _pagebell_intake_v1_GetUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_Usage__Output>): grpc.ClientUnaryCall;
  getUsage(argument: _pagebell_intake_v1_GetUsageRequest, callback: grpc.requestCallback<_pagebell_intake_v1_Usage__Output>): grpc.ClientUnaryCall;
  
  SetChannels(argument: _pagebell_intake_v1_SetChannelsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_SetChannelsReply__Output>): grpc.ClientUnaryCall;
  SetChannels(argument: _pagebell_intake_v1_SetChannelsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_SetChannelsReply__Output>): grpc.ClientUnaryCall;
  SetChannels(argument: _pagebell_intake_v1_SetChannelsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_SetChannelsReply__Output>): grpc.ClientUnaryCall;
  SetChannels(argument: _pagebell_intake_v1_SetChannelsRequest, callback: grpc.requestCallback<_pagebell_intake_v1_SetChannelsReply__Output>): grpc.ClientUnaryCall;
  setChannels(argument: _pagebell_intake_v1_SetChannelsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_SetChannelsReply__Output>): grpc.ClientUnaryCall;
  setChannels(argument: _pagebell_intake_v1_SetChannelsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_SetChannelsReply__Output>): grpc.ClientUnaryCall;
  setChannels(argument: _pagebell_intake_v1_SetChannelsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_SetChannelsReply__Output>): grpc.ClientUnaryCall;
  setChannels(argument: _pagebell_intake_v1_SetChannelsRequest, callback: grpc.requestCallback<_pagebell_intake_v1_SetChannelsReply__Output>): grpc.ClientUnaryCall;
  
  SetLimits(argument: _pagebell_intake_v1_SetLimitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_SetLimitsReply__Output>): grpc.ClientUnaryCall;
  SetLimits(argument: _pagebell_intake_v1_SetLimitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_SetLimitsReply__Output>): grpc.ClientUnaryCall;
  SetLimits(argument: _pagebell_intake_v1_SetLimitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_SetLimitsReply__Output>): grpc.ClientUnaryCall;
  SetLimits(argument: _pagebell_intake_v1_SetLimitsRequest, callback: grpc.requestCallback<_pagebell_intake_v1_SetLimitsReply__Output>): grpc.ClientUnaryCall;
  setLimits(argument: _pagebell_intake_v1_SetLimitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_SetLimitsReply__Output>): grpc.ClientUnaryCall;
  setLimits(argument: _pagebell_intake_v1_SetLimitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_intake_v1_SetLimitsReply__Output>): grpc.ClientUnaryCall;
  setLimits(argument: _pagebell_intake_v1_SetLimitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_intake_v1_SetLimitsReply__Output>): grpc.ClientUnaryCall;
  setLimits(argument: _pagebell_intake_v1_SetLimitsRequest, callback: grpc.requestCallback<_pagebell_intake_v1_SetLimitsReply__Output>): grpc.ClientUnaryCall;
  
}

export interface QuotasHandlers extends grpc.UntypedServiceImplementation {
  CloseProject: grpc.handleUnaryCall<_pagebell_intake_v1_CloseProjectRequest__Output, _pagebell_intake_v1_CloseProjectReply>;
  
  GetUsage: grpc.handleUnaryCall<_pagebell_intake_v1_GetUsageRequest__Output, _pagebell_intake_v1_Usage>;
  
  SetChannels: grpc.handleUnaryCall<_pagebell_intake_v1_SetChannelsRequest__Output, _pagebell_intake_v1_SetChannelsReply>;
  
  SetLimits: grpc.handleUnaryCall<_pagebell_intake_v1_SetLimitsRequest__Output, _pagebell_intake_v1_SetLimitsReply>;
  
}

export interface QuotasDefinition extends grpc.ServiceDefinition {
  CloseProject: MethodDefinition<_pagebell_intake_v1_CloseProjectRequest, _pagebell_intake_v1_CloseProjectReply, _pagebell_intake_v1_CloseProjectRequest__Output, _pagebell_intake_v1_CloseProjectReply__Output>
  GetUsage: MethodDefinition<_pagebell_intake_v1_GetUsageRequest, _pagebell_intake_v1_Usage, _pagebell_intake_v1_GetUsageRequest__Output, _pagebell_intake_v1_Usage__Output>
  SetChannels: MethodDefinition<_pagebell_intake_v1_SetChannelsRequest, _pagebell_intake_v1_SetChannelsReply, _pagebell_intake_v1_SetChannelsRequest__Output, _pagebell_intake_v1_SetChannelsReply__Output>
  SetLimits: MethodDefinition<_pagebell_intake_v1_SetLimitsRequest, _pagebell_intake_v1_SetLimitsReply, _pagebell_intake_v1_SetLimitsRequest__Output, _pagebell_intake_v1_SetLimitsReply__Output>
}
