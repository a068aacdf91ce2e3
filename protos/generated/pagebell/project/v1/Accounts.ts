// Original file: protos/pagebell/project/v1/project.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Account as _pagebell_project_v1_Account, Account__Output as _pagebell_project_v1_Account__Output } from '../../../pagebell/project/v1/Account.ts';
import type { AccountList as _pagebell_project_v1_AccountList, AccountList__Output as _pagebell_project_v1_AccountList__Output } from '../../../pagebell/project/v1/AccountList.ts';
import type { AuthenticateRequest as _pagebell_project_v1_AuthenticateRequest, AuthenticateRequest__Output as _pagebell_project_v1_AuthenticateRequest__Output } from '../../../pagebell/project/v1/AuthenticateRequest.ts';
import type { Caller as _pagebell_project_v1_Caller, Caller__Output as _pagebell_project_v1_Caller__Output } from '../../../pagebell/project/v1/Caller.ts';
import type { ChangePlanRequest as _pagebell_project_v1_ChangePlanRequest, ChangePlanRequest__Output as _pagebell_project_v1_ChangePlanRequest__Output } from '../../../pagebell/project/v1/ChangePlanRequest.ts';
import type { CreateAccountRequest as _pagebell_project_v1_CreateAccountRequest, CreateAccountRequest__Output as _pagebell_project_v1_CreateAccountRequest__Output } from '../../../pagebell/project/v1/CreateAccountRequest.ts';
import type { CreateKeyRequest as _pagebell_project_v1_CreateKeyRequest, CreateKeyRequest__Output as _pagebell_project_v1_CreateKeyRequest__Output } from '../../../pagebell/project/v1/CreateKeyRequest.ts';
import type { CreatedAccount as _pagebell_project_v1_CreatedAccount, CreatedAccount__Output as _pagebell_project_v1_CreatedAccount__Output } from '../../../pagebell/project/v1/CreatedAccount.ts';
import type { CreatedKey as _pagebell_project_v1_CreatedKey, CreatedKey__Output as _pagebell_project_v1_CreatedKey__Output } from '../../../pagebell/project/v1/CreatedKey.ts';
import type { DeleteAccountRequest as _pagebell_project_v1_DeleteAccountRequest, DeleteAccountRequest__Output as _pagebell_project_v1_DeleteAccountRequest__Output } from '../../../pagebell/project/v1/DeleteAccountRequest.ts';
import type { DeletedAccount as _pagebell_project_v1_DeletedAccount, DeletedAccount__Output as _pagebell_project_v1_DeletedAccount__Output } from '../../../pagebell/project/v1/DeletedAccount.ts';
import type { GetAccountRequest as _pagebell_project_v1_GetAccountRequest, GetAccountRequest__Output as _pagebell_project_v1_GetAccountRequest__Output } from '../../../pagebell/project/v1/GetAccountRequest.ts';
import type { Key as _pagebell_project_v1_Key, Key__Output as _pagebell_project_v1_Key__Output } from '../../../pagebell/project/v1/Key.ts';
import type { KeyList as _pagebell_project_v1_KeyList, KeyList__Output as _pagebell_project_v1_KeyList__Output } from '../../../pagebell/project/v1/KeyList.ts';
import type { ListAccountsRequest as _pagebell_project_v1_ListAccountsRequest, ListAccountsRequest__Output as _pagebell_project_v1_ListAccountsRequest__Output } from '../../../pagebell/project/v1/ListAccountsRequest.ts';
import type { ListKeysRequest as _pagebell_project_v1_ListKeysRequest, ListKeysRequest__Output as _pagebell_project_v1_ListKeysRequest__Output } from '../../../pagebell/project/v1/ListKeysRequest.ts';
import type { ResumeAccountRequest as _pagebell_project_v1_ResumeAccountRequest, ResumeAccountRequest__Output as _pagebell_project_v1_ResumeAccountRequest__Output } from '../../../pagebell/project/v1/ResumeAccountRequest.ts';
import type { RevokeKeyRequest as _pagebell_project_v1_RevokeKeyRequest, RevokeKeyRequest__Output as _pagebell_project_v1_RevokeKeyRequest__Output } from '../../../pagebell/project/v1/RevokeKeyRequest.ts';
import type { SuspendAccountRequest as _pagebell_project_v1_SuspendAccountRequest, SuspendAccountRequest__Output as _pagebell_project_v1_SuspendAccountRequest__Output } from '../../../pagebell/project/v1/SuspendAccountRequest.ts';

export interface AccountsClient extends grpc.Client {
  Authenticate(argument: _pagebell_project_v1_AuthenticateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Caller__Output>): grpc.ClientUnaryCall;
  Authenticate(argument: _pagebell_project_v1_AuthenticateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Caller__Output>): grpc.ClientUnaryCall;
  Authenticate(argument: _pagebell_project_v1_AuthenticateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Caller__Output>): grpc.ClientUnaryCall;
  Authenticate(argument: _pagebell_project_v1_AuthenticateRequest, callback: grpc.requestCallback<_pagebell_project_v1_Caller__Output>): grpc.ClientUnaryCall;
  authenticate(argument: _pagebell_project_v1_AuthenticateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Caller__Output>): grpc.ClientUnaryCall;
  authenticate(argument: _pagebell_project_v1_AuthenticateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Caller__Output>): grpc.ClientUnaryCall;
  authenticate(argument: _pagebell_project_v1_AuthenticateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Caller__Output>): grpc.ClientUnaryCall;
  authenticate(argument: _pagebell_project_v1_AuthenticateRequest, callback: grpc.requestCallback<_pagebell_project_v1_Caller__Output>): grpc.ClientUnaryCall;
  
  ChangePlan(argument: _pagebell_project_v1_ChangePlanRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  ChangePlan(argument: _pagebell_project_v1_ChangePlanRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  ChangePlan(argument: _pagebell_project_v1_ChangePlanRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  ChangePlan(argument: _pagebell_project_v1_ChangePlanRequest, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  changePlan(argument: _pagebell_project_v1_ChangePlanRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  changePlan(argument: _pagebell_project_v1_ChangePlanRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  changePlan(argument: _pagebell_project_v1_ChangePlanRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  changePlan(argument: _pagebell_project_v1_ChangePlanRequest, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  
  CreateAccount(argument: _pagebell_project_v1_CreateAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_CreatedAccount__Output>): grpc.ClientUnaryCall;
  CreateAccount(argument: _pagebell_project_v1_CreateAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_CreatedAccount__Output>): grpc.ClientUnaryCall;
  CreateAccount(argument: _pagebell_project_v1_CreateAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_CreatedAccount__Output>): grpc.ClientUnaryCall;
  CreateAccount(argument: _pagebell_project_v1_CreateAccountRequest, callback: grpc.requestCallback<_pagebell_project_v1_CreatedAccount__Output>): grpc.ClientUnaryCall;
  createAccount(argument: _pagebell_project_v1_CreateAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_CreatedAccount__Output>): grpc.ClientUnaryCall;
  createAccount(argument: _pagebell_project_v1_CreateAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_CreatedAccount__Output>): grpc.ClientUnaryCall;
  createAccount(argument: _pagebell_project_v1_CreateAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_CreatedAccount__Output>): grpc.ClientUnaryCall;
  createAccount(argument: _pagebell_project_v1_CreateAccountRequest, callback: grpc.requestCallback<_pagebell_project_v1_CreatedAccount__Output>): grpc.ClientUnaryCall;
  
  CreateKey(argument: _pagebell_project_v1_CreateKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_CreatedKey__Output>): grpc.ClientUnaryCall;
  CreateKey(argument: _pagebell_project_v1_CreateKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_CreatedKey__Output>): grpc.ClientUnaryCall;
  CreateKey(argument: _pagebell_project_v1_CreateKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_CreatedKey__Output>): grpc.ClientUnaryCall;
  CreateKey(argument: _pagebell_project_v1_CreateKeyRequest, callback: grpc.requestCallback<_pagebell_project_v1_CreatedKey__Output>): grpc.ClientUnaryCall;
  createKey(argument: _pagebell_project_v1_CreateKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_CreatedKey__Output>): grpc.ClientUnaryCall;
  createKey(argument: _pagebell_project_v1_CreateKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_CreatedKey__Output>): grpc.ClientUnaryCall;
  createKey(argument: _pagebell_project_v1_CreateKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_CreatedKey__Output>): grpc.ClientUnaryCall;
  createKey(argument: _pagebell_project_v1_CreateKeyRequest, callback: grpc.requestCallback<_pagebell_project_v1_CreatedKey__Output>): grpc.ClientUnaryCall;
  
  DeleteAccount(argument: _pagebell_project_v1_DeleteAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_DeletedAccount__Output>): grpc.ClientUnaryCall;
  DeleteAccount(argument: _pagebell_project_v1_DeleteAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_DeletedAccount__Output>): grpc.ClientUnaryCall;
  DeleteAccount(argument: _pagebell_project_v1_DeleteAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_DeletedAccount__Output>): grpc.ClientUnaryCall;
  DeleteAccount(argument: _pagebell_project_v1_DeleteAccountRequest, callback: grpc.requestCallback<_pagebell_project_v1_DeletedAccount__Output>): grpc.ClientUnaryCall;
  deleteAccount(argument: _pagebell_project_v1_DeleteAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_DeletedAccount__Output>): grpc.ClientUnaryCall;
  deleteAccount(argument: _pagebell_project_v1_DeleteAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_DeletedAccount__Output>): grpc.ClientUnaryCall;
  deleteAccount(argument: _pagebell_project_v1_DeleteAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_DeletedAccount__Output>): grpc.ClientUnaryCall;
  deleteAccount(argument: _pagebell_project_v1_DeleteAccountRequest, callback: grpc.requestCallback<_pagebell_project_v1_DeletedAccount__Output>): grpc.ClientUnaryCall;
  
  GetAccount(argument: _pagebell_project_v1_GetAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _pagebell_project_v1_GetAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _pagebell_project_v1_GetAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _pagebell_project_v1_GetAccountRequest, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _pagebell_project_v1_GetAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _pagebell_project_v1_GetAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _pagebell_project_v1_GetAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _pagebell_project_v1_GetAccountRequest, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  
  ListAccounts(argument: _pagebell_project_v1_ListAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_AccountList__Output>): grpc.ClientUnaryCall;
  ListAccounts(argument: _pagebell_project_v1_ListAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_AccountList__Output>): grpc.ClientUnaryCall;
  ListAccounts(argument: _pagebell_project_v1_ListAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_AccountList__Output>): grpc.ClientUnaryCall;
  ListAccounts(argument: _pagebell_project_v1_ListAccountsRequest, callback: grpc.requestCallback<_pagebell_project_v1_AccountList__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _pagebell_project_v1_ListAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_AccountList__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _pagebell_project_v1_ListAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_AccountList__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _pagebell_project_v1_ListAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_AccountList__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _pagebell_project_v1_ListAccountsRequest, callback: grpc.requestCallback<_pagebell_project_v1_AccountList__Output>): grpc.ClientUnaryCall;
  
  ListKeys(argument: _pagebell_project_v1_ListKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_KeyList__Output>): grpc.ClientUnaryCall;
  ListKeys(argument: _pagebell_project_v1_ListKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_KeyList__Output>): grpc.ClientUnaryCall;
  ListKeys(argument: _pagebell_project_v1_ListKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_KeyList__Output>): grpc.ClientUnaryCall;
  ListKeys(argument: _pagebell_project_v1_ListKeysRequest, callback: grpc.requestCallback<_pagebell_project_v1_KeyList__Output>): grpc.ClientUnaryCall;
  listKeys(argument: _pagebell_project_v1_ListKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_KeyList__Output>): grpc.ClientUnaryCall;
  listKeys(argument: _pagebell_project_v1_ListKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_KeyList__Output>): grpc.ClientUnaryCall;
  listKeys(argument: _pagebell_project_v1_ListKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_KeyList__Output>): grpc.ClientUnaryCall;
  listKeys(argument: _pagebell_project_v1_ListKeysRequest, callback: grpc.requestCallback<_pagebell_project_v1_KeyList__Output>): grpc.ClientUnaryCall;
  
  ResumeAccount(argument: _pagebell_project_v1_ResumeAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  ResumeAccount(argument: _pagebell_project_v1_ResumeAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  ResumeAccount(argument: _pagebell_project_v1_ResumeAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  ResumeAccount(argument: _pagebell_project_v1_ResumeAccountRequest, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  resumeAccount(argument: _pagebell_project_v1_ResumeAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  resumeAccount(argument: _pagebell_project_v1_ResumeAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  resumeAccount(argument: _pagebell_project_v1_ResumeAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  resumeAccount(argument: _pagebell_project_v1_ResumeAccountRequest, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  
  RevokeKey(argument: _pagebell_project_v1_RevokeKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Key__Output>): grpc.ClientUnaryCall;
  RevokeKey(argument: _pagebell_project_v1_RevokeKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Key__Output>): grpc.ClientUnaryCall;
  RevokeKey(argument: _pagebell_project_v1_RevokeKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Key__Output>): grpc.ClientUnaryCall;
  RevokeKey(argument: _pagebell_project_v1_RevokeKeyRequest, callback: grpc.requestCallback<_pagebell_project_v1_Key__Output>): grpc.ClientUnaryCall;
  revokeKey(argument: _pagebell_project_v1_RevokeKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Key__Output>): grpc.ClientUnaryCall;
  revokeKey(argument: _pagebell_project_v1_RevokeKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Key__Output>): grpc.ClientUnaryCall;
  revokeKey(argument: _pagebell_project_v1_RevokeKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Key__Output>): grpc.ClientUnaryCall;
  revokeKey(argument: _pagebell_project_v1_RevokeKeyRequest, callback: grpc.requestCallback<_pagebell_project_v1_Key__Output>): grpc.ClientUnaryCall;
  
  SuspendAccount(argument: _pagebell_project_v1_SuspendAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  SuspendAccount(argument: _pagebell_project_v1_SuspendAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  SuspendAccount(argument: _pagebell_project_v1_SuspendAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  SuspendAccount(argument: _pagebell_project_v1_SuspendAccountRequest, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  suspendAccount(argument: _pagebell_project_v1_SuspendAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  suspendAccount(argument: _pagebell_project_v1_SuspendAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  suspendAccount(argument: _pagebell_project_v1_SuspendAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  suspendAccount(argument: _pagebell_project_v1_SuspendAccountRequest, callback: grpc.requestCallback<_pagebell_project_v1_Account__Output>): grpc.ClientUnaryCall;
  
}

export interface AccountsHandlers extends grpc.UntypedServiceImplementation {
  Authenticate: grpc.handleUnaryCall<_pagebell_project_v1_AuthenticateRequest__Output, _pagebell_project_v1_Caller>;
  
  ChangePlan: grpc.handleUnaryCall<_pagebell_project_v1_ChangePlanRequest__Output, _pagebell_project_v1_Account>;
  
  CreateAccount: grpc.handleUnaryCall<_pagebell_project_v1_CreateAccountRequest__Output, _pagebell_project_v1_CreatedAccount>;
  
  CreateKey: grpc.handleUnaryCall<_pagebell_project_v1_CreateKeyRequest__Output, _pagebell_project_v1_CreatedKey>;
  
  DeleteAccount: grpc.handleUnaryCall<_pagebell_project_v1_DeleteAccountRequest__Output, _pagebell_project_v1_DeletedAccount>;
  
  GetAccount: grpc.handleUnaryCall<_pagebell_project_v1_GetAccountRequest__Output, _pagebell_project_v1_Account>;
  
  ListAccounts: grpc.handleUnaryCall<_pagebell_project_v1_ListAccountsRequest__Output, _pagebell_project_v1_AccountList>;
  
  ListKeys: grpc.handleUnaryCall<_pagebell_project_v1_ListKeysRequest__Output, _pagebell_project_v1_KeyList>;
  
  ResumeAccount: grpc.handleUnaryCall<_pagebell_project_v1_ResumeAccountRequest__Output, _pagebell_project_v1_Account>;
  
  RevokeKey: grpc.handleUnaryCall<_pagebell_project_v1_RevokeKeyRequest__Output, _pagebell_project_v1_Key>;
  
  SuspendAccount: grpc.handleUnaryCall<_pagebell_project_v1_SuspendAccountRequest__Output, _pagebell_project_v1_Account>;
  
}

export interface AccountsDefinition extends grpc.ServiceDefinition {
  Authenticate: MethodDefinition<_pagebell_project_v1_AuthenticateRequest, _pagebell_project_v1_Caller, _pagebell_project_v1_AuthenticateRequest__Output, _pagebell_project_v1_Caller__Output>
  ChangePlan: MethodDefinition<_pagebell_project_v1_ChangePlanRequest, _pagebell_project_v1_Account, _pagebell_project_v1_ChangePlanRequest__Output, _pagebell_project_v1_Account__Output>
  CreateAccount: MethodDefinition<_pagebell_project_v1_CreateAccountRequest, _pagebell_project_v1_CreatedAccount, _pagebell_project_v1_CreateAccountRequest__Output, _pagebell_project_v1_CreatedAccount__Output>
  CreateKey: MethodDefinition<_pagebell_project_v1_CreateKeyRequest, _pagebell_project_v1_CreatedKey, _pagebell_project_v1_CreateKeyRequest__Output, _pagebell_project_v1_CreatedKey__Output>
  DeleteAccount: MethodDefinition<_pagebell_project_v1_DeleteAccountRequest, _pagebell_project_v1_DeletedAccount, _pagebell_project_v1_DeleteAccountRequest__Output, _pagebell_project_v1_DeletedAccount__Output>
  GetAccount: MethodDefinition<_pagebell_project_v1_GetAccountRequest, _pagebell_project_v1_Account, _pagebell_project_v1_GetAccountRequest__Output, _pagebell_project_v1_Account__Output>
  ListAccounts: MethodDefinition<_pagebell_project_v1_ListAccountsRequest, _pagebell_project_v1_AccountList, _pagebell_project_v1_ListAccountsRequest__Output, _pagebell_project_v1_AccountList__Output>
  ListKeys: MethodDefinition<_pagebell_project_v1_ListKeysRequest, _pagebell_project_v1_KeyList, _pagebell_project_v1_ListKeysRequest__Output, _pagebell_project_v1_KeyList__Output>
  ResumeAccount: MethodDefinition<_pagebell_project_v1_ResumeAccountRequest, _pagebell_project_v1_Account, _pagebell_project_v1_ResumeAccountRequest__Output, _pagebell_project_v1_Account__Output>
  RevokeKey: MethodDefinition<_pagebell_project_v1_RevokeKeyRequest, _pagebell_project_v1_Key, _pagebell_project_v1_RevokeKeyRequest__Output, _pagebell_project_v1_Key__Output>
  SuspendAccount: MethodDefinition<_pagebell_project_v1_SuspendAccountRequest, _pagebell_project_v1_Account, _pagebell_project_v1_SuspendAccountRequest__Output, _pagebell_project_v1_Account__Output>
}
