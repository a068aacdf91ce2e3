// Original file: protos/pagebell/project/v1/sign_ins.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Account as _pagebell_project_v1_Account, Account__Output as _pagebell_project_v1_Account__Output } from '../../../pagebell/project/v1/Account.ts';
import type { ChangePasswordRequest as _pagebell_project_v1_ChangePasswordRequest, ChangePasswordRequest__Output as _pagebell_project_v1_ChangePasswordRequest__Output } from '../../../pagebell/project/v1/ChangePasswordRequest.ts';
import type { CreateFirstAccountRequest as _pagebell_project_v1_CreateFirstAccountRequest, CreateFirstAccountRequest__Output as _pagebell_project_v1_CreateFirstAccountRequest__Output } from '../../../pagebell/project/v1/CreateFirstAccountRequest.ts';
import type { CreateResetTokenRequest as _pagebell_project_v1_CreateResetTokenRequest, CreateResetTokenRequest__Output as _pagebell_project_v1_CreateResetTokenRequest__Output } from '../../../pagebell/project/v1/CreateResetTokenRequest.ts';
import type { CreateSetupTokenRequest as _pagebell_project_v1_CreateSetupTokenRequest, CreateSetupTokenRequest__Output as _pagebell_project_v1_CreateSetupTokenRequest__Output } from '../../../pagebell/project/v1/CreateSetupTokenRequest.ts';
import type { EndSessionsRequest as _pagebell_project_v1_EndSessionsRequest, EndSessionsRequest__Output as _pagebell_project_v1_EndSessionsRequest__Output } from '../../../pagebell/project/v1/EndSessionsRequest.ts';
import type { ResetToken as _pagebell_project_v1_ResetToken, ResetToken__Output as _pagebell_project_v1_ResetToken__Output } from '../../../pagebell/project/v1/ResetToken.ts';
import type { SetupToken as _pagebell_project_v1_SetupToken, SetupToken__Output as _pagebell_project_v1_SetupToken__Output } from '../../../pagebell/project/v1/SetupToken.ts';
import type { SignInRequest as _pagebell_project_v1_SignInRequest, SignInRequest__Output as _pagebell_project_v1_SignInRequest__Output } from '../../../pagebell/project/v1/SignInRequest.ts';

export interface SignInsClient extends grpc.Client {
  ChangePassword(argument: _pagebell_project_v1_ChangePasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  ChangePassword(argument: _pagebell_project_v1_ChangePasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  ChangePassword(argument: _pagebell_project_v1_ChangePasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  ChangePassword(argument: _pagebell_project_v1_ChangePasswordRequest, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _pagebell_project_v1_ChangePasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _pagebell_project_v1_ChangePasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _pagebell_project_v1_ChangePasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _pagebell_project_v1_ChangePasswordRequest, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  
  CreateFirstAccount(argument: _pagebell_project_v1_CreateFirstAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  CreateFirstAccount(argument: _pagebell_project_v1_CreateFirstAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  CreateFirstAccount(argument: _pagebell_project_v1_CreateFirstAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  CreateFirstAccount(argument: _pagebell_project_v1_CreateFirstAccountRequest, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  createFirstAccount(argument: _pagebell_project_v1_CreateFirstAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  createFirstAccount(argument: _pagebell_project_v1_CreateFirstAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  createFirstAccount(argument: _pagebell_project_v1_CreateFirstAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  createFirstAccount(argument: _pagebell_project_v1_CreateFirstAccountRequest, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  
  CreateResetToken(argument: _pagebell_project_v1_CreateResetTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ResetToken__Output>): grpc.ClientUnaryCall;
  CreateResetToken(argument: _pagebell_project_v1_CreateResetTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_ResetToken__Output>): grpc.ClientUnaryCall;
  CreateResetToken(argument: _pagebell_project_v1_CreateResetTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ResetToken__Output>): grpc.ClientUnaryCall;
  CreateResetToken(argument: _pagebell_project_v1_CreateResetTokenRequest, callback: grpc.requestCallback<_pagebell_project_v1_ResetToken__Output>): grpc.ClientUnaryCall;
  createResetToken(argument: _pagebell_project_v1_CreateResetTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ResetToken__Output>): grpc.ClientUnaryCall;
  createResetToken(argument: _pagebell_project_v1_CreateResetTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_ResetToken__Output>): grpc.ClientUnaryCall;
  createResetToken(argument: _pagebell_project_v1_CreateResetTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ResetToken__Output>): grpc.ClientUnaryCall;
  createResetToken(argument: _pagebell_project_v1_CreateResetTokenRequest, callback: grpc.requestCallback<_pagebell_project_v1_ResetToken__Output>): grpc.ClientUnaryCall;
  
  CreateSetupToken(argument: _pagebell_project_v1_CreateSetupTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_SetupToken__Output>): grpc.ClientUnaryCall;
  CreateSetupToken(argument: _pagebell_project_v1_CreateSetupTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_SetupToken__Output>): grpc.ClientUnaryCall;
  CreateSetupToken(argument: _pagebell_project_v1_CreateSetupTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_SetupToken__Output>): grpc.ClientUnaryCall;
  CreateSetupToken(argument: _pagebell_project_v1_CreateSetupTokenRequest, callback: grpc.requestCallback<_pagebell_project_v1_SetupToken__Output>): grpc.ClientUnaryCall;
  createSetupToken(argument: _pagebell_project_v1_CreateSetupTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_SetupToken__Output>): grpc.ClientUnaryCall;
  createSetupToken(argument: _pagebell_project_v1_CreateSetupTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_SetupToken__Output>): grpc.ClientUnaryCall;
  createSetupToken(argument: _pagebell_project_v1_CreateSetupTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_SetupToken__Output>): grpc.ClientUnaryCall;
  createSetupToken(argument: _pagebell_project_v1_CreateSetupTokenRequest, callback: grpc.requestCallback<_pagebell_project_v1_SetupToken__Output>): grpc.ClientUnaryCall;
  
  EndSessions(argument: _pagebell_project_v1_EndSessionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  EndSessions(argument: _pagebell_project_v1_EndSessionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  EndSessions(argument: _pagebell_project_v1_EndSessionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  EndSessions(argument: _pagebell_project_v1_EndSessionsRequest, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  endSessions(argument: _pagebell_project_v1_EndSessionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  endSessions(argument: _pagebell_project_v1_EndSessionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  endSessions(argument: _pagebell_project_v1_EndSessionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  endSessions(argument: _pagebell_project_v1_EndSessionsRequest, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  
  SignIn(argument: _pagebell_project_v1_SignInRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  SignIn(argument: _pagebell_project_v1_SignInRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  SignIn(argument: _pagebell_project_v1_SignInRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  SignIn(argument: _pagebell_project_v1_SignInRequest, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  signIn(argument: _pagebell_project_v1_SignInRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  signIn(argument: _pagebell_project_v1_SignInRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  signIn(argument: _pagebell_project_v1_SignInRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  signIn(argument: _pagebell_project_v1_SignInRequest, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  
}

export interface SignInsHandlers extends grpc.UntypedServiceImplementation {
  ChangePassword: grpc.handleUnaryCall<_pagebell_project_v1_ChangePasswordRequest__Output, _pagebell_project_v1_Account>;
  
  CreateFirstAccount: grpc.handleUnaryCall<_pagebell_project_v1_CreateFirstAccountRequest__Output, _pagebell_project_v1_Account>;
  
  CreateResetToken: grpc.handleUnaryCall<_pagebell_project_v1_CreateResetTokenRequest__Output, _pagebell_project_v1_ResetToken>;
  
  CreateSetupToken: grpc.handleUnaryCall<_pagebell_project_v1_CreateSetupTokenRequest__Output, _pagebell_project_v1_SetupToken>;
  
  EndSessions: grpc.handleUnaryCall<_pagebell_project_v1_EndSessionsRequest__Output, _pagebell_project_v1_Account>;
  
  SignIn: grpc.handleUnaryCall<_pagebell_project_v1_SignInRequest__Output, _pagebell_project_v1_Account>;
  
}

export interface SignInsDefinition extends grpc.ServiceDefinition {
  ChangePassword: MethodDefinition<_pagebell_project_v1_ChangePasswordRequest, _pagebell_project_v1_Account, _pagebell_project_v1_ChangePasswordRequest__Output, _pagebell_project_v1_Account__Output>
  CreateFirstAccount: MethodDefinition<_pagebell_project_v1_CreateFirstAccountRequest, _pagebell_project_v1_Account, _pagebell_project_v1_CreateFirstAccountRequest__Output, _pagebell_project_v1_Account__Output>
  CreateResetToken: MethodDefinition<_pagebell_project_v1_CreateResetTokenRequest, _pagebell_project_v1_ResetToken, _pagebell_project_v1_CreateResetTokenRequest__Output, _pagebell_project_v1_ResetToken__Output>
  CreateSetupToken: MethodDefinition<_pagebell_project_v1_CreateSetupTokenRequest, _pagebell_project_v1_SetupToken, _pagebell_project_v1_CreateSetupTokenRequest__Output, _pagebell_project_v1_SetupToken__Output>
  EndSessions: MethodDefinition<_pagebell_project_v1_EndSessionsRequest, _pagebell_project_v1_Account, _pagebell_project_v1_EndSessionsRequest__Output, _pagebell_project_v1_Account__Output>
  SignIn: MethodDefinition<_pagebell_project_v1_SignInRequest, _pagebell_project_v1_Account, _pagebell_project_v1_SignInRequest__Output, _pagebell_project_v1_Account__Output>
}
