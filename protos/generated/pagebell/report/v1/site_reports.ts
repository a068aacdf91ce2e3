// Generated from protos/pagebell/report/v1/site_reports.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Failure, Failure__Output, Idempotency, Idempotency__Output } from './report.ts'

export interface ChangeSiteReportRequest {
  'account_id'?: (string);
  'id'?: (string);
  'privacy'?: (number);
  'password'?: (string);
  'listed'?: (boolean);
  '_privacy'?: "privacy";
  '_password'?: "password";
  '_listed'?: "listed";
}

export interface ChangeSiteReportRequest__Output {
  'account_id': (string);
  'id': (string);
  'privacy'?: (number);
  'password'?: (string);
  'listed'?: (boolean);
}

export interface CompareSiteReportsRequest {
  'account_id'?: (string);
  'id'?: (string);
  'with_id'?: (string);
  '_with_id'?: "with_id";
}

export interface CompareSiteReportsRequest__Output {
  'account_id': (string);
  'id': (string);
  'with_id'?: (string);
}

export interface ComparedIssue {
  'check'?: (string);
  'severity'?: (string);
  'title'?: (string);
  'change'?: (IssueChange | null);
}

export interface ComparedIssue__Output {
  'check': (string);
  'severity': (string);
  'title': (string);
  'change': (IssueChange__Output | null);
}

export interface CreateSiteReportRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'project'?: (string);
  'url'?: (string);
  'selection'?: (SiteSelection | null);
  'is_owner'?: (boolean);
  'idempotency'?: (Idempotency | null);
  'privacy'?: (number);
  'password'?: (string);
  '_privacy'?: "privacy";
  '_password'?: "password";
}

export interface CreateSiteReportRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'project': (string);
  'url': (string);
  'selection': (SiteSelection__Output | null);
  'is_owner': (boolean);
  'idempotency': (Idempotency__Output | null);
  'privacy'?: (number);
  'password'?: (string);
}

export interface DeletedSiteReport {
  'id'?: (string);
}

export interface DeletedSiteReport__Output {
  'id': (string);
}

export interface GetSiteReportRequest {
  'account_id'?: (string);
  'id'?: (string);
  'check'?: (string);
  'is_brief'?: (boolean);
  'is_excerpt'?: (boolean);
  'as_public'?: (boolean);
  '_check'?: "check";
}

export interface GetSiteReportRequest__Output {
  'account_id': (string);
  'id': (string);
  'check'?: (string);
  'is_brief': (boolean);
  'is_excerpt': (boolean);
  'as_public': (boolean);
}

export interface IssueChange {
  'added'?: (number);
  'same'?: (number);
  'gone'?: (number);
  'not_requested'?: (number);
}

export interface IssueChange__Output {
  'added': (number);
  'same': (number);
  'gone': (number);
  'not_requested': (number);
}

export interface IssueCounts {
  'fail'?: (number);
  'warn'?: (number);
}

export interface IssueCounts__Output {
  'fail': (number);
  'warn': (number);
}

export interface ListSitePagesRequest {
  'account_id'?: (string);
  'id'?: (string);
  'issue'?: (string);
  'sort'?: (string);
  'per_page'?: (number);
  'cursor'?: (string);
  'not_in'?: (string);
  '_issue'?: "issue";
  '_cursor'?: "cursor";
  '_not_in'?: "not_in";
}

export interface ListSitePagesRequest__Output {
  'account_id': (string);
  'id': (string);
  'issue'?: (string);
  'sort': (string);
  'per_page': (number);
  'cursor'?: (string);
  'not_in'?: (string);
}

export interface ListSiteReportsRequest {
  'account_id'?: (string);
  'project'?: (string);
  'per_page'?: (number);
  'cursor'?: (string);
  '_project'?: "project";
  '_cursor'?: "cursor";
}

export interface ListSiteReportsRequest__Output {
  'account_id': (string);
  'project'?: (string);
  'per_page': (number);
  'cursor'?: (string);
}

export interface SiteComparison {
  'report'?: (SiteReport | null);
  'with'?: (SiteReport | null);
  'issues'?: (ComparedIssue)[];
}

export interface SiteComparison__Output {
  'report': (SiteReport__Output | null);
  'with': (SiteReport__Output | null);
  'issues': (ComparedIssue__Output)[];
}

export interface SiteIssue {
  'check'?: (string);
  'kind'?: (string);
  'severity'?: (string);
  'title'?: (string);
  'message'?: (string);
  'fix'?: (string);
  'category'?: (string);
  'weight'?: (number);
  'pages'?: (number);
  'groups_json'?: (Buffer | Uint8Array | string);
  'groups_total'?: (number);
  'change'?: (IssueChange | null);
  '_change'?: "change";
}

export interface SiteIssue__Output {
  'check': (string);
  'kind': (string);
  'severity': (string);
  'title': (string);
  'message': (string);
  'fix': (string);
  'category': (string);
  'weight': (number);
  'pages': (number);
  'groups_json': (Buffer);
  'groups_total': (number);
  'change'?: (IssueChange__Output | null);
}

export interface SitePage {
  'url'?: (string);
  'status'?: (number);
  'failure'?: (string);
  'redirects_to'?: (string);
  'score'?: (number);
  'inlinks'?: (number);
  'clicks'?: (number);
  'in_sitemap'?: (boolean);
  'issues_json'?: (Buffer | Uint8Array | string);
  'ignored_json'?: (Buffer | Uint8Array | string);
  '_status'?: "status";
  '_failure'?: "failure";
  '_redirects_to'?: "redirects_to";
  '_score'?: "score";
  '_clicks'?: "clicks";
}

export interface SitePage__Output {
  'url': (string);
  'status'?: (number);
  'failure'?: (string);
  'redirects_to'?: (string);
  'score'?: (number);
  'inlinks': (number);
  'clicks'?: (number);
  'in_sitemap': (boolean);
  'issues_json': (Buffer);
  'ignored_json': (Buffer);
}

export interface SitePageList {
  'pages'?: (SitePage)[];
  'next_cursor'?: (string);
  '_next_cursor'?: "next_cursor";
}

export interface SitePageList__Output {
  'pages': (SitePage__Output)[];
  'next_cursor'?: (string);
}

export interface SiteReport {
  'id'?: (string);
  'project'?: (string);
  'url'?: (string);
  'selection'?: (SiteSelection | null);
  'status'?: (string);
  'created_at'?: (string);
  'started_at'?: (string);
  'ended_at'?: (string);
  'requested'?: (number);
  'failed'?: (number);
  'waiting'?: (number);
  'attempt'?: (number);
  'score'?: (number);
  'result'?: (string);
  'capped_by'?: (string);
  'is_partial'?: (boolean);
  'summary_json'?: (Buffer | Uint8Array | string);
  'error'?: (Failure | null);
  'issues'?: (SiteIssue)[];
  'compared_with'?: (string);
  'issue_counts'?: (IssueCounts | null);
  'privacy'?: (number);
  'listed'?: (boolean);
  'as_public'?: (boolean);
  '_started_at'?: "started_at";
  '_ended_at'?: "ended_at";
  '_score'?: "score";
  '_result'?: "result";
  '_capped_by'?: "capped_by";
  '_summary_json'?: "summary_json";
  '_error'?: "error";
  '_compared_with'?: "compared_with";
  '_issue_counts'?: "issue_counts";
  '_privacy'?: "privacy";
  '_listed'?: "listed";
  '_as_public'?: "as_public";
}

export interface SiteReport__Output {
  'id': (string);
  'project': (string);
  'url': (string);
  'selection': (SiteSelection__Output | null);
  'status': (string);
  'created_at': (string);
  'started_at'?: (string);
  'ended_at'?: (string);
  'requested': (number);
  'failed': (number);
  'waiting': (number);
  'attempt': (number);
  'score'?: (number);
  'result'?: (string);
  'capped_by'?: (string);
  'is_partial': (boolean);
  'summary_json'?: (Buffer);
  'error'?: (Failure__Output | null);
  'issues': (SiteIssue__Output)[];
  'compared_with'?: (string);
  'issue_counts'?: (IssueCounts__Output | null);
  'privacy'?: (number);
  'listed'?: (boolean);
  'as_public'?: (boolean);
}

export interface SiteReportList {
  'reports'?: (SiteReport)[];
  'next_cursor'?: (string);
  '_next_cursor'?: "next_cursor";
}

export interface SiteReportList__Output {
  'reports': (SiteReport__Output)[];
  'next_cursor'?: (string);
}

export interface SiteReportRequest {
  'account_id'?: (string);
  'id'?: (string);
}

export interface SiteReportRequest__Output {
  'account_id': (string);
  'id': (string);
}

export interface SiteReportsDefinition extends grpc.ServiceDefinition {
  CancelSiteReport: MethodDefinition<SiteReportRequest, SiteReport, SiteReportRequest__Output, SiteReport__Output>
  ChangeSiteReport: MethodDefinition<ChangeSiteReportRequest, SiteReport, ChangeSiteReportRequest__Output, SiteReport__Output>
  CompareSiteReports: MethodDefinition<CompareSiteReportsRequest, SiteComparison, CompareSiteReportsRequest__Output, SiteComparison__Output>
  CreateSiteReport: MethodDefinition<CreateSiteReportRequest, SiteReport, CreateSiteReportRequest__Output, SiteReport__Output>
  DeleteSiteReport: MethodDefinition<SiteReportRequest, DeletedSiteReport, SiteReportRequest__Output, DeletedSiteReport__Output>
  GetSiteReport: MethodDefinition<GetSiteReportRequest, SiteReport, GetSiteReportRequest__Output, SiteReport__Output>
  ListSitePages: MethodDefinition<ListSitePagesRequest, SitePageList, ListSitePagesRequest__Output, SitePageList__Output>
  ListSiteReports: MethodDefinition<ListSiteReportsRequest, SiteReportList, ListSiteReportsRequest__Output, SiteReportList__Output>
}

export interface SiteSelection {
  'start'?: (string)[];
  'max_pages'?: (number);
  'include'?: (string)[];
  'exclude'?: (string)[];
}

export interface SiteSelection__Output {
  'start': (string)[];
  'max_pages': (number);
  'include': (string)[];
  'exclude': (string)[];
}
