// Generated from protos/pagebell/notifier/v1/channel_care.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'

export interface AskEngineRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'channel'?: (string);
  'url'?: (string);
}

export interface AskEngineRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'channel': (string);
  'url': (string);
}

export interface Care {
  'paused'?: (string)[];
  'key_files'?: (KeyFile)[];
}

export interface Care__Output {
  'paused': (string)[];
  'key_files': (KeyFile__Output)[];
}

export interface ChannelCareDefinition extends grpc.ServiceDefinition {
  AskEngine: MethodDefinition<AskEngineRequest, EngineWords, AskEngineRequest__Output, EngineWords__Output>
  CheckKeyFile: MethodDefinition<CheckKeyFileRequest, KeyFile, CheckKeyFileRequest__Output, KeyFile__Output>
  FindKeyFile: MethodDefinition<FindKeyFileRequest, KeyFilePlace, FindKeyFileRequest__Output, KeyFilePlace__Output>
  GetCare: MethodDefinition<GetCareRequest, Care, GetCareRequest__Output, Care__Output>
  PauseChannel: MethodDefinition<PauseChannelRequest, Pause, PauseChannelRequest__Output, Pause__Output>
  PauseEverywhere: MethodDefinition<PauseEverywhereRequest, Pause, PauseEverywhereRequest__Output, Pause__Output>
}

export interface CheckKeyFileRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'host'?: (string);
  'scheme'?: (string);
  'generated_key'?: (boolean);
  '_scheme'?: "scheme";
  '_generated_key'?: "generated_key";
}

export interface CheckKeyFileRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'host': (string);
  'scheme'?: (string);
  'generated_key'?: (boolean);
}

export interface EngineWords {
  'status'?: (number);
  'text'?: (string);
}

export interface EngineWords__Output {
  'status': (number);
  'text': (string);
}

export interface FindKeyFileRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'host'?: (string);
}

export interface FindKeyFileRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'host': (string);
}

export interface GetCareRequest {
  'account_id'?: (string);
  'project_id'?: (string);
}

export interface GetCareRequest__Output {
  'account_id': (string);
  'project_id': (string);
}

export interface KeyFile {
  'host'?: (string);
  'checked_at'?: (string);
  'problem'?: (string);
  'scheme'?: (string);
  '_checked_at'?: "checked_at";
  '_problem'?: "problem";
}

export interface KeyFile__Output {
  'host': (string);
  'checked_at'?: (string);
  'problem'?: (string);
  'scheme': (string);
}

export interface KeyFilePlace {
  'key'?: (string);
  'location'?: (string);
}

export interface KeyFilePlace__Output {
  'key': (string);
  'location': (string);
}

export interface Pause {
  'paused'?: (boolean);
}

export interface Pause__Output {
  'paused': (boolean);
}

export interface PauseChannelRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'channel'?: (string);
  'paused'?: (boolean);
}

export interface PauseChannelRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'channel': (string);
  'paused': (boolean);
}

export interface PauseEverywhereRequest {
  'channel'?: (string);
  'paused'?: (boolean);
}

export interface PauseEverywhereRequest__Output {
  'channel': (string);
  'paused': (boolean);
}
