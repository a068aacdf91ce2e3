// Generated from protos/pagebell/report/v1/site_runs.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Failure, Failure__Output } from './report.ts'
import type { SiteIssue, SiteIssue__Output, SitePage, SitePage__Output, SiteSelection, SiteSelection__Output } from './site_reports.ts'

export interface AppendVisitsRequest {
  'key'?: (SiteRunKey | null);
  'visits'?: (Visit)[];
  'requested'?: (number);
  'failed'?: (number);
  'waiting'?: (number);
}

export interface AppendVisitsRequest__Output {
  'key': (SiteRunKey__Output | null);
  'visits': (Visit__Output)[];
  'requested': (number);
  'failed': (number);
  'waiting': (number);
}

export interface EndSiteRunRequest {
  'key'?: (SiteRunKey | null);
  'result'?: (SiteResult | null);
  'failure'?: (Failure | null);
  '_result'?: "result";
  '_failure'?: "failure";
}

export interface EndSiteRunRequest__Output {
  'key': (SiteRunKey__Output | null);
  'result'?: (SiteResult__Output | null);
  'failure'?: (Failure__Output | null);
}

export interface FindKeptVisitRequest {
  'key'?: (SiteRunKey | null);
  'address'?: (Buffer | Uint8Array | string);
}

export interface FindKeptVisitRequest__Output {
  'key': (SiteRunKey__Output | null);
  'address': (Buffer);
}

export interface IgnoredList {
  'go_on'?: (boolean);
  'ignored'?: (IgnoredOnSite)[];
}

export interface IgnoredList__Output {
  'go_on': (boolean);
  'ignored': (IgnoredOnSite__Output)[];
}

export interface IgnoredOnSite {
  'check'?: (string);
  'url'?: (string);
  'reason'?: (string);
  'expires_at'?: (string);
  '_url'?: "url";
  '_expires_at'?: "expires_at";
}

export interface IgnoredOnSite__Output {
  'check': (string);
  'url'?: (string);
  'reason': (string);
  'expires_at'?: (string);
}

export interface KeptVisit {
  'body'?: (Buffer | Uint8Array | string);
  '_body'?: "body";
}

export interface KeptVisit__Output {
  'body'?: (Buffer);
}

export interface ListIgnoredRequest {
  'key'?: (SiteRunKey | null);
}

export interface ListIgnoredRequest__Output {
  'key': (SiteRunKey__Output | null);
}

export interface ListVisitsRequest {
  'key'?: (SiteRunKey | null);
  'after'?: (number);
}

export interface ListVisitsRequest__Output {
  'key': (SiteRunKey__Output | null);
  'after': (number);
}

export interface PutSitePagesRequest {
  'key'?: (SiteRunKey | null);
  'first'?: (number);
  'pages'?: (SitePage)[];
}

export interface PutSitePagesRequest__Output {
  'key': (SiteRunKey__Output | null);
  'first': (number);
  'pages': (SitePage__Output)[];
}

export interface RunReply {
  'go_on'?: (boolean);
  'is_turn_over'?: (boolean);
}

export interface RunReply__Output {
  'go_on': (boolean);
  'is_turn_over': (boolean);
}

export interface SiteResult {
  'url'?: (string);
  'score'?: (number);
  'result'?: (string);
  'capped_by'?: (string);
  'is_partial'?: (boolean);
  'requested'?: (number);
  'failed'?: (number);
  'waiting'?: (number);
  'summary_json'?: (Buffer | Uint8Array | string);
  'issues'?: (SiteIssue)[];
  '_score'?: "score";
  '_result'?: "result";
  '_capped_by'?: "capped_by";
}

export interface SiteResult__Output {
  'url': (string);
  'score'?: (number);
  'result'?: (string);
  'capped_by'?: (string);
  'is_partial': (boolean);
  'requested': (number);
  'failed': (number);
  'waiting': (number);
  'summary_json': (Buffer);
  'issues': (SiteIssue__Output)[];
}

export interface SiteRun {
  'key'?: (SiteRunKey | null);
  'url'?: (string);
  'selection'?: (SiteSelection | null);
  'visits'?: (number);
  'has_kept'?: (boolean);
  'crawled_seconds'?: (number);
}

export interface SiteRun__Output {
  'key': (SiteRunKey__Output | null);
  'url': (string);
  'selection': (SiteSelection__Output | null);
  'visits': (number);
  'has_kept': (boolean);
  'crawled_seconds': (number);
}

export interface SiteRunKey {
  'account_id'?: (string);
  'id'?: (string);
  'attempt'?: (number);
}

export interface SiteRunKey__Output {
  'account_id': (string);
  'id': (string);
  'attempt': (number);
}

export interface SiteRunsDefinition extends grpc.ServiceDefinition {
  AppendVisits: MethodDefinition<AppendVisitsRequest, RunReply, AppendVisitsRequest__Output, RunReply__Output>
  EndSiteRun: MethodDefinition<EndSiteRunRequest, RunReply, EndSiteRunRequest__Output, RunReply__Output>
  FindKeptVisit: MethodDefinition<FindKeptVisitRequest, KeptVisit, FindKeptVisitRequest__Output, KeptVisit__Output>
  ListIgnored: MethodDefinition<ListIgnoredRequest, IgnoredList, ListIgnoredRequest__Output, IgnoredList__Output>
  ListVisits: MethodDefinition<ListVisitsRequest, VisitList, ListVisitsRequest__Output, VisitList__Output>
  PutSitePages: MethodDefinition<PutSitePagesRequest, RunReply, PutSitePagesRequest__Output, RunReply__Output>
  ReleaseSiteRun: MethodDefinition<SiteRunKey, RunReply, SiteRunKey__Output, RunReply__Output>
  TakeSiteRun: MethodDefinition<TakeSiteRunRequest, TakenSiteRun, TakeSiteRunRequest__Output, TakenSiteRun__Output>
}

export interface TakeSiteRunRequest {
}

export interface TakeSiteRunRequest__Output {
}

export interface TakenSiteRun {
  'run'?: (SiteRun | null);
  '_run'?: "run";
}

export interface TakenSiteRun__Output {
  'run'?: (SiteRun__Output | null);
}

export interface Visit {
  'number'?: (number);
  'body'?: (Buffer | Uint8Array | string);
  'address'?: (Buffer | Uint8Array | string);
  '_address'?: "address";
}

export interface Visit__Output {
  'number': (number);
  'body': (Buffer);
  'address'?: (Buffer);
}

export interface VisitList {
  'go_on'?: (boolean);
  'visits'?: (Visit)[];
}

export interface VisitList__Output {
  'go_on': (boolean);
  'visits': (Visit__Output)[];
}
