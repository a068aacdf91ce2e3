// Generated from protos/pagebell/project/v1/channel_settings.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { Long, MethodDefinition } from '@grpc/proto-loader'

export interface ChannelList {
  'project_id'?: (string);
  'channels'?: (ChannelSetup)[];
  'version'?: (number | string | Long);
}

export interface ChannelList__Output {
  'project_id': (string);
  'channels': (ChannelSetup__Output)[];
  'version': (number);
}

export interface ChannelSettingsDefinition extends grpc.ServiceDefinition {
  ChooseChannels: MethodDefinition<ChooseChannelsRequest, ChannelList, ChooseChannelsRequest__Output, ChannelList__Output>
  DeleteChannel: MethodDefinition<DeleteChannelRequest, ChannelList, DeleteChannelRequest__Output, ChannelList__Output>
  ListChannels: MethodDefinition<ListChannelsRequest, ChannelList, ListChannelsRequest__Output, ChannelList__Output>
  OpenSettings: MethodDefinition<OpenSettingsRequest, OpenedSettings, OpenSettingsRequest__Output, OpenedSettings__Output>
  PutChannel: MethodDefinition<PutChannelRequest, ChannelList, PutChannelRequest__Output, ChannelList__Output>
  ReencryptSettings: MethodDefinition<ReencryptSettingsRequest, ReencryptedSettings, ReencryptSettingsRequest__Output, ReencryptedSettings__Output>
}

export interface ChannelSetup {
  'channel'?: (string);
  'title'?: (string);
  'ready'?: (boolean);
  'chosen'?: (boolean);
  'settings_json'?: (string);
  'updated_at'?: (string);
  '_updated_at'?: "updated_at";
}

export interface ChannelSetup__Output {
  'channel': (string);
  'title': (string);
  'ready': (boolean);
  'chosen': (boolean);
  'settings_json': (string);
  'updated_at'?: (string);
}

export interface ChooseChannelsRequest {
  'account_id'?: (string);
  'project'?: (string);
  'channels'?: (string)[];
}

export interface ChooseChannelsRequest__Output {
  'account_id': (string);
  'project': (string);
  'channels': (string)[];
}

export interface DeleteChannelRequest {
  'account_id'?: (string);
  'project'?: (string);
  'channel'?: (string);
}

export interface DeleteChannelRequest__Output {
  'account_id': (string);
  'project': (string);
  'channel': (string);
}

export interface ListChannelsRequest {
  'account_id'?: (string);
  'project'?: (string);
}

export interface ListChannelsRequest__Output {
  'account_id': (string);
  'project': (string);
}

export interface OpenSettingsRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'channel'?: (string);
  'host'?: (string);
  'generated_key'?: (boolean);
  '_generated_key'?: "generated_key";
}

export interface OpenSettingsRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'channel': (string);
  'host': (string);
  'generated_key'?: (boolean);
}

export interface OpenedSettings {
  'settings_json'?: (string);
}

export interface OpenedSettings__Output {
  'settings_json': (string);
}

export interface PutChannelRequest {
  'account_id'?: (string);
  'project'?: (string);
  'channel'?: (string);
  'settings_json'?: (string);
}

export interface PutChannelRequest__Output {
  'account_id': (string);
  'project': (string);
  'channel': (string);
  'settings_json': (string);
}

export interface ReencryptSettingsRequest {
}

export interface ReencryptSettingsRequest__Output {
}

export interface ReencryptedSettings {
  'count'?: (number);
}

export interface ReencryptedSettings__Output {
  'count': (number);
}
