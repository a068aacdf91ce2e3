// Original file: protos/pagebell/notifier/v1/channel_care.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AskEngineRequest as _pagebell_notifier_v1_AskEngineRequest, AskEngineRequest__Output as _pagebell_notifier_v1_AskEngineRequest__Output } from '../../../pagebell/notifier/v1/AskEngineRequest.ts';
import type { Care as _pagebell_notifier_v1_Care, Care__Output as _pagebell_notifier_v1_Care__Output } from '../../../pagebell/notifier/v1/Care.ts';
import type { CheckKeyFileRequest as _pagebell_notifier_v1_CheckKeyFileRequest, CheckKeyFileRequest__Output as _pagebell_notifier_v1_CheckKeyFileRequest__Output } from '../../../pagebell/notifier/v1/CheckKeyFileRequest.ts';
import type { EngineWords as _pagebell_notifier_v1_EngineWords, EngineWords__Output as _pagebell_notifier_v1_EngineWords__Output } from '../../../pagebell/notifier/v1/EngineWords.ts';
import type { GetCareRequest as _pagebell_notifier_v1_GetCareRequest, GetCareRequest__Output as _pagebell_notifier_v1_GetCareRequest__Output } from '../../../pagebell/notifier/v1/GetCareRequest.ts';
import type { KeyFile as _pagebell_notifier_v1_KeyFile, KeyFile__Output as _pagebell_notifier_v1_KeyFile__Output } from '../../../pagebell/notifier/v1/KeyFile.ts';
import type { Pause as _pagebell_notifier_v1_Pause, Pause__Output as _pagebell_notifier_v1_Pause__Output } from '../../../pagebell/notifier/v1/Pause.ts';
import type { PauseChannelRequest as _pagebell_notifier_v1_PauseChannelRequest, PauseChannelRequest__Output as _pagebell_notifier_v1_PauseChannelRequest__Output } from '../../../pagebell/notifier/v1/PauseChannelRequest.ts';
import type { PauseEverywhereRequest as _pagebell_notifier_v1_PauseEverywhereRequest, PauseEverywhereRequest__Output as _pagebell_notifier_v1_PauseEverywhereRequest__Output } from '../../../pagebell/notifier/v1/PauseEverywhereRequest.ts';

export interface ChannelCareClient extends grpc.Client {
  AskEngine(argument: _pagebell_notifier_v1_AskEngineRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_EngineWords__Output>): grpc.ClientUnaryCall;
  AskEngine(argument: _pagebell_notifier_v1_AskEngineRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_EngineWords__Output>): grpc.ClientUnaryCall;
  AskEngine(argument: _pagebell_notifier_v1_AskEngineRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_EngineWords__Output>): grpc.ClientUnaryCall;
  AskEngine(argument: _pagebell_notifier_v1_AskEngineRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_EngineWords__Output>): grpc.ClientUnaryCall;
  askEngine(argument: _pagebell_notifier_v1_AskEngineRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_EngineWords__Output>): grpc.ClientUnaryCall;
  askEngine(argument: _pagebell_notifier_v1_AskEngineRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_EngineWords__Output>): grpc.ClientUnaryCall;
  askEngine(argument: _pagebell_notifier_v1_AskEngineRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_EngineWords__Output>): grpc.ClientUnaryCall;
  askEngine(argument: _pagebell_notifier_v1_AskEngineRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_EngineWords__Output>): grpc.ClientUnaryCall;
  
  CheckKeyFile(argument: _pagebell_notifier_v1_CheckKeyFileRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_KeyFile__Output>): grpc.ClientUnaryCall;
  CheckKeyFile(argument: _pagebell_notifier_v1_CheckKeyFileRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_KeyFile__Output>): grpc.ClientUnaryCall;
  CheckKeyFile(argument: _pagebell_notifier_v1_CheckKeyFileRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_KeyFile__Output>): grpc.ClientUnaryCall;
  CheckKeyFile(argument: _pagebell_notifier_v1_CheckKeyFileRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_KeyFile__Output>): grpc.ClientUnaryCall;
  checkKeyFile(argument: _pagebell_notifier_v1_CheckKeyFileRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_KeyFile__Output>): grpc.ClientUnaryCall;
  checkKeyFile(argument: _pagebell_notifier_v1_CheckKeyFileRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_KeyFile__Output>): grpc.ClientUnaryCall;
  checkKeyFile(argument: _pagebell_notifier_v1_CheckKeyFileRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_KeyFile__Output>): grpc.ClientUnaryCall;
  checkKeyFile(argument: _pagebell_notifier_v1_CheckKeyFileRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_KeyFile__Output>): grpc.ClientUnaryCall;
  
  GetCare(argument: _pagebell_notifier_v1_GetCareRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_Care__Output>): grpc.ClientUnaryCall;
  GetCare(argument: _pagebell_notifier_v1_GetCareRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_Care__Output>): grpc.ClientUnaryCall;
  GetCare(argument: _pagebell_notifier_v1_GetCareRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_Care__Output>): grpc.ClientUnaryCall;
  GetCare(argument: _pagebell_notifier_v1_GetCareRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_Care__Output>): grpc.ClientUnaryCall;
  getCare(argument: _pagebell_notifier_v1_GetCareRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_Care__Output>): grpc.ClientUnaryCall;
  getCare(argument: _pagebell_notifier_v1_GetCareRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_Care__Output>): grpc.ClientUnaryCall;
  getCare(argument: _pagebell_notifier_v1_GetCareRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_Care__Output>): grpc.ClientUnaryCall;
  getCare(argument: _pagebell_notifier_v1_GetCareRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_Care__Output>): grpc.ClientUnaryCall;
  
  PauseChannel(argument: _pagebell_notifier_v1_PauseChannelRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_Pause__Output>): grpc.ClientUnaryCall;
  PauseChannel(argument: _pagebell_notifier_v1_PauseChannelRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_Pause__Output>): grpc.ClientUnaryCall;
  PauseChannel(argument: _pagebell_notifier_v1_PauseChannelRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_Pause__Output>): grpc.ClientUnaryCall;
  PauseChannel(argument: _pagebell_notifier_v1_PauseChannelRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_Pause__Output>): grpc.ClientUnaryCall;
  pauseChannel(argument: _pagebell_notifier_v1_PauseChannelRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_Pause__Output>): grpc.ClientUnaryCall;
  pauseChannel(argument: _pagebell_notifier_v1_PauseChannelRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_Pause__Output>): grpc.ClientUnaryCall;
  pauseChannel(argument: _pagebell_notifier_v1_PauseChannelRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_Pause__Output>): grpc.ClientUnaryCall;
  pauseChannel(argument: _pagebell_notifier_v1_PauseChannelRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_Pause__Output>): grpc.ClientUnaryCall;
  
  PauseEverywhere(argument: _pagebell_notifier_v1_PauseEverywhereRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_Pause__Output>): grpc.ClientUnaryCall;
  PauseEverywhere(argument: _pagebell_notifier_v1_PauseEverywhereRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_Pause__Output>): grpc.ClientUnaryCall;
  PauseEverywhere(argument: _pagebell_notifier_v1_PauseEverywhereRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_Pause__Output>): grpc.ClientUnaryCall;
  PauseEverywhere(argument: _pagebell_notifier_v1_PauseEverywhereRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_Pause__Output>): grpc.ClientUnaryCall;
  pauseEverywhere(argument: _pagebell_notifier_v1_PauseEverywhereRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_Pause__Output>): grpc.ClientUnaryCall;
  pauseEverywhere(argument: _pagebell_notifier_v1_PauseEverywhereRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_notifier_v1_Pause__Output>): grpc.ClientUnaryCall;
  pauseEverywhere(argument: _pagebell_notifier_v1_PauseEverywhereRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_notifier_v1_Pause__Output>): grpc.ClientUnaryCall;
  pauseEverywhere(argument: _pagebell_notifier_v1_PauseEverywhereRequest, callback: grpc.requestCallback<_pagebell_notifier_v1_Pause__Output>): grpc.ClientUnaryCall;
  
}

export interface ChannelCareHandlers extends grpc.UntypedServiceImplementation {
  AskEngine: grpc.handleUnaryCall<_pagebell_notifier_v1_AskEngineRequest__Output, _pagebell_notifier_v1_EngineWords>;
  
  CheckKeyFile: grpc.handleUnaryCall<_pagebell_notifier_v1_CheckKeyFileRequest__Output, _pagebell_notifier_v1_KeyFile>;
  
  GetCare: grpc.handleUnaryCall<_pagebell_notifier_v1_GetCareRequest__Output, _pagebell_notifier_v1_Care>;
  
  PauseChannel: grpc.handleUnaryCall<_pagebell_notifier_v1_PauseChannelRequest__Output, _pagebell_notifier_v1_Pause>;
  
  PauseEverywhere: grpc.handleUnaryCall<_pagebell_notifier_v1_PauseEverywhereRequest__Output, _pagebell_notifier_v1_Pause>;
  
}

export interface ChannelCareDefinition extends grpc.ServiceDefinition {
  AskEngine: MethodDefinition<_pagebell_notifier_v1_AskEngineRequest, _pagebell_notifier_v1_EngineWords, _pagebell_notifier_v1_AskEngineRequest__Output, _pagebell_notifier_v1_EngineWords__Output>
  CheckKeyFile: MethodDefinition<_pagebell_notifier_v1_CheckKeyFileRequest, _pagebell_notifier_v1_KeyFile, _pagebell_notifier_v1_CheckKeyFileRequest__Output, _pagebell_notifier_v1_KeyFile__Output>
  GetCare: MethodDefinition<_pagebell_notifier_v1_GetCareRequest, _pagebell_notifier_v1_Care, _pagebell_notifier_v1_GetCareRequest__Output, _pagebell_notifier_v1_Care__Output>
  PauseChannel: MethodDefinition<_pagebell_notifier_v1_PauseChannelRequest, _pagebell_notifier_v1_Pause, _pagebell_notifier_v1_PauseChannelRequest__Output, _pagebell_notifier_v1_Pause__Output>
  PauseEverywhere: MethodDefinition<_pagebell_notifier_v1_PauseEverywhereRequest, _pagebell_notifier_v1_Pause, _pagebell_notifier_v1_PauseEverywhereRequest__Output, _pagebell_notifier_v1_Pause__Output>
}
