// Generated from protos/pagebell/project/v1/project.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { Long, MethodDefinition } from '@grpc/proto-loader'

export interface Account {
  'account_id'?: (string);
  'email'?: (string);
  'plan'?: (string);
  'limits'?: (Limits | null);
  'limits_version'?: (number | string | Long);
  'created_at'?: (string);
  'password_version'?: (number | string | Long);
  'suspended_at'?: (string);
  'new_report_privacy'?: (number);
  '_suspended_at'?: "suspended_at";
  '_new_report_privacy'?: "new_report_privacy";
}

export interface Account__Output {
  'account_id': (string);
  'email': (string);
  'plan': (string);
  'limits': (Limits__Output | null);
  'limits_version': (number);
  'created_at': (string);
  'password_version': (number);
  'suspended_at'?: (string);
  'new_report_privacy'?: (number);
}

export interface AccountList {
  'accounts'?: (Account)[];
  'next_after'?: (string);
  '_next_after'?: "next_after";
}

export interface AccountList__Output {
  'accounts': (Account__Output)[];
  'next_after'?: (string);
}

export interface AccountsDefinition extends grpc.ServiceDefinition {
  Authenticate: MethodDefinition<AuthenticateRequest, Caller, AuthenticateRequest__Output, Caller__Output>
  ChangeAccountSettings: MethodDefinition<ChangeAccountSettingsRequest, Account, ChangeAccountSettingsRequest__Output, Account__Output>
  ChangePlan: MethodDefinition<ChangePlanRequest, Account, ChangePlanRequest__Output, Account__Output>
  CreateAccount: MethodDefinition<CreateAccountRequest, CreatedAccount, CreateAccountRequest__Output, CreatedAccount__Output>
  CreateKey: MethodDefinition<CreateKeyRequest, CreatedKey, CreateKeyRequest__Output, CreatedKey__Output>
  DeleteAccount: MethodDefinition<DeleteAccountRequest, DeletedAccount, DeleteAccountRequest__Output, DeletedAccount__Output>
  GetAccount: MethodDefinition<GetAccountRequest, Account, GetAccountRequest__Output, Account__Output>
  ListAccounts: MethodDefinition<ListAccountsRequest, AccountList, ListAccountsRequest__Output, AccountList__Output>
  ListKeys: MethodDefinition<ListKeysRequest, KeyList, ListKeysRequest__Output, KeyList__Output>
  ResumeAccount: MethodDefinition<ResumeAccountRequest, Account, ResumeAccountRequest__Output, Account__Output>
  RevokeKey: MethodDefinition<RevokeKeyRequest, Key, RevokeKeyRequest__Output, Key__Output>
  SuspendAccount: MethodDefinition<SuspendAccountRequest, Account, SuspendAccountRequest__Output, Account__Output>
}

export interface AuthenticateRequest {
  'key_sha256'?: (Buffer | Uint8Array | string);
}

export interface AuthenticateRequest__Output {
  'key_sha256': (Buffer);
}

export interface Caller {
  'account_id'?: (string);
  'key_id'?: (string);
  'scopes'?: (string)[];
  'plan'?: (string);
  'limits'?: (Limits | null);
  'limits_version'?: (number | string | Long);
  'expires_at'?: (string);
  '_expires_at'?: "expires_at";
}

export interface Caller__Output {
  'account_id': (string);
  'key_id': (string);
  'scopes': (string)[];
  'plan': (string);
  'limits': (Limits__Output | null);
  'limits_version': (number);
  'expires_at'?: (string);
}

export interface ChangeAccountSettingsRequest {
  'account_id'?: (string);
  'new_report_privacy'?: (number);
}

export interface ChangeAccountSettingsRequest__Output {
  'account_id': (string);
  'new_report_privacy': (number);
}

export interface ChangePlanRequest {
  'email'?: (string);
  'plan'?: (string);
}

export interface ChangePlanRequest__Output {
  'email': (string);
  'plan': (string);
}

export interface ChangeProjectRequest {
  'account_id'?: (string);
  'project'?: (string);
  'preflight'?: (boolean);
  '_preflight'?: "preflight";
}

export interface ChangeProjectRequest__Output {
  'account_id': (string);
  'project': (string);
  'preflight'?: (boolean);
}

export interface ChannelsDefinition extends grpc.ServiceDefinition {
  GetIndexNowKey: MethodDefinition<GetIndexNowKeyRequest, IndexNowKey, GetIndexNowKeyRequest__Output, IndexNowKey__Output>
}

export interface CreateAccountRequest {
  'email'?: (string);
  'plan'?: (string);
  'password'?: (string);
  '_password'?: "password";
}

export interface CreateAccountRequest__Output {
  'email': (string);
  'plan': (string);
  'password'?: (string);
}

export interface CreateKeyRequest {
  'account_id'?: (string);
  'scopes'?: (string)[];
  'expires_at'?: (string);
  'name'?: (string);
  '_expires_at'?: "expires_at";
  '_name'?: "name";
}

export interface CreateKeyRequest__Output {
  'account_id': (string);
  'scopes': (string)[];
  'expires_at'?: (string);
  'name'?: (string);
}

export interface CreateProjectRequest {
  'account_id'?: (string);
  'project'?: (string);
  'idempotency'?: (Idempotency | null);
  'preflight'?: (boolean);
  '_preflight'?: "preflight";
}

export interface CreateProjectRequest__Output {
  'account_id': (string);
  'project': (string);
  'idempotency': (Idempotency__Output | null);
  'preflight'?: (boolean);
}

export interface CreatedAccount {
  'account'?: (Account | null);
  'password'?: (string);
  'api_key'?: (string);
}

export interface CreatedAccount__Output {
  'account': (Account__Output | null);
  'password': (string);
  'api_key': (string);
}

export interface CreatedKey {
  'key'?: (Key | null);
  'api_key'?: (string);
}

export interface CreatedKey__Output {
  'key': (Key__Output | null);
  'api_key': (string);
}

export interface DeleteAccountRequest {
  'email'?: (string);
}

export interface DeleteAccountRequest__Output {
  'email': (string);
}

export interface DeleteProjectRequest {
  'account_id'?: (string);
  'project'?: (string);
}

export interface DeleteProjectRequest__Output {
  'account_id': (string);
  'project': (string);
}

export interface DeletedAccount {
  'account'?: (Account | null);
  'projects'?: (number);
}

export interface DeletedAccount__Output {
  'account': (Account__Output | null);
  'projects': (number);
}

export interface EnsureProjectRequest {
  'account_id'?: (string);
  'project'?: (string);
}

export interface EnsureProjectRequest__Output {
  'account_id': (string);
  'project': (string);
}

export interface GetAccountRequest {
  'account_id'?: (string);
  'email'?: (string);
  '_account_id'?: "account_id";
  '_email'?: "email";
}

export interface GetAccountRequest__Output {
  'account_id'?: (string);
  'email'?: (string);
}

export interface GetIndexNowKeyRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'host'?: (string);
}

export interface GetIndexNowKeyRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'host': (string);
}

export interface GetProjectRequest {
  'account_id'?: (string);
  'project'?: (string);
}

export interface GetProjectRequest__Output {
  'account_id': (string);
  'project': (string);
}

export interface Idempotency {
  'key'?: (string);
  'request_sha256'?: (Buffer | Uint8Array | string);
}

export interface Idempotency__Output {
  'key': (string);
  'request_sha256': (Buffer);
}

export interface IndexNowKey {
  'key'?: (string);
  'key_location'?: (string);
  '_key_location'?: "key_location";
}

export interface IndexNowKey__Output {
  'key': (string);
  'key_location'?: (string);
}

export interface Key {
  'key_id'?: (string);
  'last_four'?: (string);
  'scopes'?: (string)[];
  'created_at'?: (string);
  'expires_at'?: (string);
  'last_used_at'?: (string);
  'revoked_at'?: (string);
  'name'?: (string);
  '_expires_at'?: "expires_at";
  '_last_used_at'?: "last_used_at";
  '_revoked_at'?: "revoked_at";
  '_name'?: "name";
}

export interface Key__Output {
  'key_id': (string);
  'last_four': (string);
  'scopes': (string)[];
  'created_at': (string);
  'expires_at'?: (string);
  'last_used_at'?: (string);
  'revoked_at'?: (string);
  'name'?: (string);
}

export interface KeyList {
  'keys'?: (Key)[];
}

export interface KeyList__Output {
  'keys': (Key__Output)[];
}

export interface Limits {
  'urls_per_day'?: (number | string | Long);
  'urls_per_month'?: (number | string | Long);
  'calls_per_minute'?: (number | string | Long);
  'api_keys'?: (number | string | Long);
  'projects'?: (number | string | Long);
  'reports'?: (number | string | Long);
  'analyses_per_minute'?: (number | string | Long);
  'analyses_per_day'?: (number | string | Long);
  'hook_requests_per_minute'?: (number | string | Long);
  'site_pages'?: (number | string | Long);
  '_urls_per_day'?: "urls_per_day";
  '_urls_per_month'?: "urls_per_month";
  '_calls_per_minute'?: "calls_per_minute";
  '_api_keys'?: "api_keys";
  '_projects'?: "projects";
  '_reports'?: "reports";
  '_analyses_per_minute'?: "analyses_per_minute";
  '_analyses_per_day'?: "analyses_per_day";
  '_hook_requests_per_minute'?: "hook_requests_per_minute";
  '_site_pages'?: "site_pages";
}

export interface Limits__Output {
  'urls_per_day'?: (number);
  'urls_per_month'?: (number);
  'calls_per_minute'?: (number);
  'api_keys'?: (number);
  'projects'?: (number);
  'reports'?: (number);
  'analyses_per_minute'?: (number);
  'analyses_per_day'?: (number);
  'hook_requests_per_minute'?: (number);
  'site_pages'?: (number);
}

export interface ListAccountsRequest {
  'after'?: (string);
  '_after'?: "after";
}

export interface ListAccountsRequest__Output {
  'after'?: (string);
}

export interface ListKeysRequest {
  'account_id'?: (string);
}

export interface ListKeysRequest__Output {
  'account_id': (string);
}

export interface ListProjectsRequest {
  'account_id'?: (string);
  'search'?: (string);
  'sort_by'?: (string);
  'sort'?: (string);
  'per_page'?: (number);
  'page'?: (number);
  'cursor'?: (string);
  '_search'?: "search";
  '_page'?: "page";
  '_cursor'?: "cursor";
}

export interface ListProjectsRequest__Output {
  'account_id': (string);
  'search'?: (string);
  'sort_by': (string);
  'sort': (string);
  'per_page': (number);
  'page'?: (number);
  'cursor'?: (string);
}

export interface Project {
  'project_id'?: (string);
  'project'?: (string);
  'created_at'?: (string);
  'indexnow_key'?: (string);
  'preflight'?: (boolean);
}

export interface Project__Output {
  'project_id': (string);
  'project': (string);
  'created_at': (string);
  'indexnow_key': (string);
  'preflight': (boolean);
}

export interface ProjectList {
  'projects'?: (Project)[];
  'total'?: (number);
  'total_is_capped'?: (boolean);
  'next_cursor'?: (string);
  '_next_cursor'?: "next_cursor";
}

export interface ProjectList__Output {
  'projects': (Project__Output)[];
  'total': (number);
  'total_is_capped': (boolean);
  'next_cursor'?: (string);
}

export interface ProjectsDefinition extends grpc.ServiceDefinition {
  ChangeProject: MethodDefinition<ChangeProjectRequest, Project, ChangeProjectRequest__Output, Project__Output>
  CreateProject: MethodDefinition<CreateProjectRequest, Project, CreateProjectRequest__Output, Project__Output>
  DeleteProject: MethodDefinition<DeleteProjectRequest, Project, DeleteProjectRequest__Output, Project__Output>
  EnsureProject: MethodDefinition<EnsureProjectRequest, Project, EnsureProjectRequest__Output, Project__Output>
  GetProject: MethodDefinition<GetProjectRequest, Project, GetProjectRequest__Output, Project__Output>
  ListProjects: MethodDefinition<ListProjectsRequest, ProjectList, ListProjectsRequest__Output, ProjectList__Output>
}

export interface ResumeAccountRequest {
  'email'?: (string);
}

export interface ResumeAccountRequest__Output {
  'email': (string);
}

export interface RevokeKeyRequest {
  'account_id'?: (string);
  'key_id'?: (string);
}

export interface RevokeKeyRequest__Output {
  'account_id': (string);
  'key_id': (string);
}

export interface SuspendAccountRequest {
  'email'?: (string);
}

export interface SuspendAccountRequest__Output {
  'email': (string);
}
