// Generated from protos/pagebell/project/v1/sign_ins.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Account, Account__Output } from './project.ts'

export interface ChangePasswordRequest {
  'account_id'?: (string);
  'current_password'?: (string);
  'new_password'?: (string);
}

export interface ChangePasswordRequest__Output {
  'account_id': (string);
  'current_password': (string);
  'new_password': (string);
}

export interface CreateFirstAccountRequest {
  'setup_token'?: (string);
  'email'?: (string);
  'password'?: (string);
}

export interface CreateFirstAccountRequest__Output {
  'setup_token': (string);
  'email': (string);
  'password': (string);
}

export interface CreateResetTokenRequest {
  'email'?: (string);
}

export interface CreateResetTokenRequest__Output {
  'email': (string);
}

export interface CreateSetupTokenRequest {
  'plan'?: (string);
}

export interface CreateSetupTokenRequest__Output {
  'plan': (string);
}

export interface EndSessionsRequest {
  'email'?: (string);
}

export interface EndSessionsRequest__Output {
  'email': (string);
}

export interface ResetToken {
  'reset_token'?: (string);
  'expires_at'?: (string);
}

export interface ResetToken__Output {
  'reset_token': (string);
  'expires_at': (string);
}

export interface SetupToken {
  'setup_token'?: (string);
  'expires_at'?: (string);
}

export interface SetupToken__Output {
  'setup_token': (string);
  'expires_at': (string);
}

export interface SignInRequest {
  'email'?: (string);
  'password'?: (string);
  'network'?: (string);
  'known_network'?: (boolean);
  '_network'?: "network";
  '_known_network'?: "known_network";
}

export interface SignInRequest__Output {
  'email': (string);
  'password': (string);
  'network'?: (string);
  'known_network'?: (boolean);
}

export interface SignInsDefinition extends grpc.ServiceDefinition {
  ChangePassword: MethodDefinition<ChangePasswordRequest, Account, ChangePasswordRequest__Output, Account__Output>
  CreateFirstAccount: MethodDefinition<CreateFirstAccountRequest, Account, CreateFirstAccountRequest__Output, Account__Output>
  CreateResetToken: MethodDefinition<CreateResetTokenRequest, ResetToken, CreateResetTokenRequest__Output, ResetToken__Output>
  CreateSetupToken: MethodDefinition<CreateSetupTokenRequest, SetupToken, CreateSetupTokenRequest__Output, SetupToken__Output>
  EndSessions: MethodDefinition<EndSessionsRequest, Account, EndSessionsRequest__Output, Account__Output>
  SignIn: MethodDefinition<SignInRequest, Account, SignInRequest__Output, Account__Output>
}
