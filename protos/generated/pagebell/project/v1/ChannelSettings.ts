// Original file: protos/pagebell/project/v1/channel_settings.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ChannelList as _pagebell_project_v1_ChannelList, ChannelList__Output as _pagebell_project_v1_ChannelList__Output } from '../../../pagebell/project/v1/ChannelList.ts';
import type { ChooseChannelsRequest as _pagebell_project_v1_ChooseChannelsRequest, ChooseChannelsRequest__Output as _pagebell_project_v1_ChooseChannelsRequest__Output } from '../../../pagebell/project/v1/ChooseChannelsRequest.ts';
import type { DeleteChannelRequest as _pagebell_project_v1_DeleteChannelRequest, DeleteChannelRequest__Output as _pagebell_project_v1_DeleteChannelRequest__Output } from '../../../pagebell/project/v1/DeleteChannelRequest.ts';
import type { ListChannelsRequest as _pagebell_project_v1_ListChannelsRequest, ListChannelsRequest__Output as _pagebell_project_v1_ListChannelsRequest__Output } from '../../../pagebell/project/v1/ListChannelsRequest.ts';
import type { OpenSettingsRequest as _pagebell_project_v1_OpenSettingsRequest, OpenSettingsRequest__Output as _pagebell_project_v1_OpenSettingsRequest__Output } from '../../../pagebell/project/v1/OpenSettingsRequest.ts';
import type { OpenedSettings as _pagebell_project_v1_OpenedSettings, OpenedSettings__Output as _pagebell_project_v1_OpenedSettings__Output } from '../../../pagebell/project/v1/OpenedSettings.ts';
import type { PutChannelRequest as _pagebell_project_v1_PutChannelRequest, PutChannelRequest__Output as _pagebell_project_v1_PutChannelRequest__Output } from '../../../pagebell/project/v1/PutChannelRequest.ts';
import type { ReencryptSettingsRequest as _pagebell_project_v1_ReencryptSettingsRequest, ReencryptSettingsRequest__Output as _pagebell_project_v1_ReencryptSettingsRequest__Output } from '../../../pagebell/project/v1/ReencryptSettingsRequest.ts';
import type { ReencryptedSettings as _pagebell_project_v1_ReencryptedSettings, ReencryptedSettings__Output as _pagebell_project_v1_ReencryptedSettings__Output } from '../../../pagebell/project/v1/ReencryptedSettings.ts';

export interface ChannelSettingsClient extends grpc.Client {
  ChooseChannels(argument: _pagebell_project_v1_ChooseChannelsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  ChooseChannels(argument: _pagebell_project_v1_ChooseChannelsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  ChooseChannels(argument: _pagebell_project_v1_ChooseChannelsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  ChooseChannels(argument: _pagebell_project_v1_ChooseChannelsRequest, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  chooseChannels(argument: _pagebell_project_v1_ChooseChannelsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  chooseChannels(argument: _pagebell_project_v1_ChooseChannelsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  chooseChannels(argument: _pagebell_project_v1_ChooseChannelsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  chooseChannels(argument: _pagebell_project_v1_ChooseChannelsRequest, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  
  DeleteChannel(argument: _pagebell_project_v1_DeleteChannelRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  DeleteChannel(argument: _pagebell_project_v1_DeleteChannelRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  DeleteChannel(argument: _pagebell_project_v1_DeleteChannelRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  DeleteChannel(argument: _pagebell_project_v1_DeleteChannelRequest, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  deleteChannel(argument: _pagebell_project_v1_DeleteChannelRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  deleteChannel(argument: _pagebell_project_v1_DeleteChannelRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  deleteChannel(argument: _pagebell_project_v1_DeleteChannelRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  deleteChannel(argument: _pagebell_project_v1_DeleteChannelRequest, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  
  ListChannels(argument: _pagebell_project_v1_ListChannelsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  ListChannels(argument: _pagebell_project_v1_ListChannelsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  ListChannels(argument: _pagebell_project_v1_ListChannelsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  ListChannels(argument: _pagebell_project_v1_ListChannelsRequest, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  listChannels(argument: _pagebell_project_v1_ListChannelsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  listChannels(argument: _pagebell_project_v1_ListChannelsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  listChannels(argument: _pagebell_project_v1_ListChannelsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  listChannels(argument: _pagebell_project_v1_ListChannelsRequest, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  
  OpenSettings(argument: _pagebell_project_v1_OpenSettingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_OpenedSettings__Output>): grpc.ClientUnaryCall;
  OpenSettings(argument: _pagebell_project_v1_OpenSettingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_OpenedSettings__Output>): grpc.ClientUnaryCall;
  OpenSettings(argument: _pagebell_project_v1_OpenSettingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_OpenedSettings__Output>): grpc.ClientUnaryCall;
  OpenSettings(argument: _pagebell_project_v1_OpenSettingsRequest, callback: grpc.requestCallback<_pagebell_project_v1_OpenedSettings__Output>): grpc.ClientUnaryCall;
  openSettings(argument: _pagebell_project_v1_OpenSettingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_OpenedSettings__Output>): grpc.ClientUnaryCall;
  openSettings(argument: _pagebell_project_v1_OpenSettingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_OpenedSettings__Output>): grpc.ClientUnaryCall;
  openSettings(argument: _pagebell_project_v1_OpenSettingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_OpenedSettings__Output>): grpc.ClientUnaryCall;
  openSettings(argument: _pagebell_project_v1_OpenSettingsRequest, callback: grpc.requestCallback<_pagebell_project_v1_OpenedSettings__Output>): grpc.ClientUnaryCall;
  
  PutChannel(argument: _pagebell_project_v1_PutChannelRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  PutChannel(argument: _pagebell_project_v1_PutChannelRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  PutChannel(argument: _pagebell_project_v1_PutChannelRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  PutChannel(argument: _pagebell_project_v1_PutChannelRequest, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  putChannel(argument: _pagebell_project_v1_PutChannelRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  putChannel(argument: _pagebell_project_v1_PutChannelRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  putChannel(argument: _pagebell_project_v1_PutChannelRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  putChannel(argument: _pagebell_project_v1_PutChannelRequest, callback: grpc.requestCallback<_pagebell_project_v1_ChannelList__Output>): grpc.ClientUnaryCall;
  
  ReencryptSettings(argument: _pagebell_project_v1_ReencryptSettingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ReencryptedSettings__Output>): grpc.ClientUnaryCall;
  ReencryptSettings(argument: _pagebell_project_v1_ReencryptSettingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_ReencryptedSettings__Output>): grpc.ClientUnaryCall;
  ReencryptSettings(argument: _pagebell_project_v1_ReencryptSettingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ReencryptedSettings__Output>): grpc.ClientUnaryCall;
  ReencryptSettings(argument: _pagebell_project_v1_ReencryptSettingsRequest, callback: grpc.requestCallback<_pagebell_project_v1_ReencryptedSettings__Output>): grpc.ClientUnaryCall;
  reencryptSettings(argument: _pagebell_project_v1_ReencryptSettingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ReencryptedSettings__Output>): grpc.ClientUnaryCall;
  reencryptSettings(argument: _pagebell_project_v1_ReencryptSettingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_ReencryptedSettings__Output>): grpc.ClientUnaryCall;
  reencryptSettings(argument: _pagebell_project_v1_ReencryptSettingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ReencryptedSettings__Output>): grpc.ClientUnaryCall;
  reencryptSettings(argument: _pagebell_project_v1_ReencryptSettingsRequest, callback: grpc.requestCallback<_pagebell_project_v1_ReencryptedSettings__Output>): grpc.ClientUnaryCall;
  
}

export interface ChannelSettingsHandlers extends grpc.UntypedServiceImplementation {
  ChooseChannels: grpc.handleUnaryCall<_pagebell_project_v1_ChooseChannelsRequest__Output, _pagebell_project_v1_ChannelList>;
  
  DeleteChannel: grpc.handleUnaryCall<_pagebell_project_v1_DeleteChannelRequest__Output, _pagebell_project_v1_ChannelList>;
  
  ListChannels: grpc.handleUnaryCall<_pagebell_project_v1_ListChannelsRequest__Output, _pagebell_project_v1_ChannelList>;
  
  OpenSettings: grpc.handleUnaryCall<_pagebell_project_v1_OpenSettingsRequest__Output, _pagebell_project_v1_OpenedSettings>;
  
  PutChannel: grpc.handleUnaryCall<_pagebell_project_v1_PutChannelRequest__Output, _pagebell_project_v1_ChannelList>;
  
  ReencryptSettings: grpc.handleUnaryCall<_pagebell_project_v1_ReencryptSettingsRequest__Output, _pagebell_project_v1_ReencryptedSettings>;
  
}

export interface ChannelSettingsDefinition extends grpc.ServiceDefinition {
  ChooseChannels: MethodDefinition<_pagebell_project_v1_ChooseChannelsRequest, _pagebell_project_v1_ChannelList, _pagebell_project_v1_ChooseChannelsRequest__Output, _pagebell_project_v1_ChannelList__Output>
  DeleteChannel: MethodDefinition<_pagebell_project_v1_DeleteChannelRequest, _pagebell_project_v1_ChannelList, _pagebell_project_v1_DeleteChannelRequest__Output, _pagebell_project_v1_ChannelList__Output>
  ListChannels: MethodDefinition<_pagebell_project_v1_ListChannelsRequest, _pagebell_project_v1_ChannelList, _pagebell_project_v1_ListChannelsRequest__Output, _pagebell_project_v1_ChannelList__Output>
  OpenSettings: MethodDefinition<_pagebell_project_v1_OpenSettingsRequest, _pagebell_project_v1_OpenedSettings, _pagebell_project_v1_OpenSettingsRequest__Output, _pagebell_project_v1_OpenedSettings__Output>
  PutChannel: MethodDefinition<_pagebell_project_v1_PutChannelRequest, _pagebell_project_v1_ChannelList, _pagebell_project_v1_PutChannelRequest__Output, _pagebell_project_v1_ChannelList__Output>
  ReencryptSettings: MethodDefinition<_pagebell_project_v1_ReencryptSettingsRequest, _pagebell_project_v1_ReencryptedSettings, _pagebell_project_v1_ReencryptSettingsRequest__Output, _pagebell_project_v1_ReencryptedSettings__Output>
}
