// Generated from protos/pagebell/report/v1/report.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { Long, MethodDefinition } from '@grpc/proto-loader'

export interface AwaitReportRequest {
  'account_id'?: (string);
  'id'?: (string);
  'wait_seconds'?: (number);
}

export interface AwaitReportRequest__Output {
  'account_id': (string);
  'id': (string);
  'wait_seconds': (number);
}

export interface ChangeReportRequest {
  'account_id'?: (string);
  'id'?: (string);
  'privacy'?: (number);
  'password'?: (string);
  'analyze_again'?: (boolean);
  'listed'?: (boolean);
  '_privacy'?: "privacy";
  '_password'?: "password";
  '_listed'?: "listed";
}

export interface ChangeReportRequest__Output {
  'account_id': (string);
  'id': (string);
  'privacy'?: (number);
  'password'?: (string);
  'analyze_again': (boolean);
  'listed'?: (boolean);
}

export interface CompareRunsRequest {
  'account_id'?: (string);
  'id'?: (string);
  'run_id'?: (string);
  'with_run_id'?: (string);
  '_with_run_id'?: "with_run_id";
}

export interface CompareRunsRequest__Output {
  'account_id': (string);
  'id': (string);
  'run_id': (string);
  'with_run_id'?: (string);
}

export interface CreateReportRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'project'?: (string);
  'url'?: (string);
  'privacy'?: (number);
  'password'?: (string);
  'idempotency'?: (Idempotency | null);
  'reuse'?: (boolean);
  '_password'?: "password";
}

export interface CreateReportRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'project': (string);
  'url': (string);
  'privacy': (number);
  'password'?: (string);
  'idempotency': (Idempotency__Output | null);
  'reuse': (boolean);
}

export interface CreateReportsRequest {
  'account_id'?: (string);
  'pages'?: (NewPage)[];
  'privacy'?: (number);
  'password'?: (string);
  'idempotency'?: (Idempotency | null);
  'reuse'?: (boolean);
  '_password'?: "password";
}

export interface CreateReportsRequest__Output {
  'account_id': (string);
  'pages': (NewPage__Output)[];
  'privacy': (number);
  'password'?: (string);
  'idempotency': (Idempotency__Output | null);
  'reuse': (boolean);
}

export interface CreatedReports {
  'results'?: (PageResult)[];
}

export interface CreatedReports__Output {
  'results': (PageResult__Output)[];
}

export interface DeleteReportRequest {
  'account_id'?: (string);
  'id'?: (string);
}

export interface DeleteReportRequest__Output {
  'account_id': (string);
  'id': (string);
}

export interface DeletedReport {
  'id'?: (string);
}

export interface DeletedReport__Output {
  'id': (string);
}

export interface Failure {
  'code'?: (string);
  'message'?: (string);
}

export interface Failure__Output {
  'code': (string);
  'message': (string);
}

export interface GetReportRequest {
  'account_id'?: (string);
  'id'?: (string);
}

export interface GetReportRequest__Output {
  'account_id': (string);
  'id': (string);
}

export interface Idempotency {
  'key'?: (string);
  'request_sha256'?: (Buffer | Uint8Array | string);
}

export interface Idempotency__Output {
  'key': (string);
  'request_sha256': (Buffer);
}

export interface ListReportsRequest {
  'account_id'?: (string);
  'search'?: (string);
  'project'?: (string);
  'result'?: (string);
  'sort_by'?: (string);
  'sort'?: (string);
  'per_page'?: (number);
  'page'?: (number);
  'cursor'?: (string);
  'status'?: (string);
  'min_score'?: (number);
  'max_score'?: (number);
  'url'?: (string);
  'without_total'?: (boolean);
  '_search'?: "search";
  '_project'?: "project";
  '_result'?: "result";
  '_page'?: "page";
  '_cursor'?: "cursor";
  '_status'?: "status";
  '_min_score'?: "min_score";
  '_max_score'?: "max_score";
  '_url'?: "url";
  '_without_total'?: "without_total";
}

export interface ListReportsRequest__Output {
  'account_id': (string);
  'search'?: (string);
  'project'?: (string);
  'result'?: (string);
  'sort_by': (string);
  'sort': (string);
  'per_page': (number);
  'page'?: (number);
  'cursor'?: (string);
  'status'?: (string);
  'min_score'?: (number);
  'max_score'?: (number);
  'url'?: (string);
  'without_total'?: (boolean);
}

export interface ListRunsRequest {
  'account_id'?: (string);
  'id'?: (string);
}

export interface ListRunsRequest__Output {
  'account_id': (string);
  'id': (string);
}

export interface NewPage {
  'url'?: (string);
  'project_id'?: (string);
  'project'?: (string);
  'refusal'?: (Refusal | null);
  '_refusal'?: "refusal";
}

export interface NewPage__Output {
  'url': (string);
  'project_id': (string);
  'project': (string);
  'refusal'?: (Refusal__Output | null);
}

export interface PageResult {
  'report_id'?: (string);
  'reused'?: (boolean);
  'refusal'?: (Refusal | null);
  '_report_id'?: "report_id";
  '_refusal'?: "refusal";
}

export interface PageResult__Output {
  'report_id'?: (string);
  'reused': (boolean);
  'refusal'?: (Refusal__Output | null);
}

export interface Refusal {
  'code'?: (string);
  'message'?: (string);
  'retry_after_seconds'?: (number);
  'field'?: (string);
  '_retry_after_seconds'?: "retry_after_seconds";
  '_field'?: "field";
}

export interface Refusal__Output {
  'code': (string);
  'message': (string);
  'retry_after_seconds'?: (number);
  'field'?: (string);
}

export interface Report {
  'id'?: (string);
  'url'?: (string);
  'project'?: (string);
  'status'?: (string);
  'result'?: (string);
  'score'?: (number);
  'privacy'?: (number);
  'generated_at'?: (string);
  'analyzed_at'?: (string);
  'ruleset'?: (string);
  'error'?: (Failure | null);
  'results_json'?: (Buffer | Uint8Array | string);
  'categories_json'?: (Buffer | Uint8Array | string);
  'version'?: (number | string | Long);
  'stage'?: (string);
  'capped_by'?: (string);
  'final_url'?: (string);
  'notes'?: (string)[];
  'reused'?: (boolean);
  'listed'?: (boolean);
  '_result'?: "result";
  '_score'?: "score";
  '_analyzed_at'?: "analyzed_at";
  '_ruleset'?: "ruleset";
  '_error'?: "error";
  '_results_json'?: "results_json";
  '_categories_json'?: "categories_json";
  '_stage'?: "stage";
  '_capped_by'?: "capped_by";
  '_final_url'?: "final_url";
  '_reused'?: "reused";
}

export interface Report__Output {
  'id': (string);
  'url': (string);
  'project': (string);
  'status': (string);
  'result'?: (string);
  'score'?: (number);
  'privacy': (number);
  'generated_at': (string);
  'analyzed_at'?: (string);
  'ruleset'?: (string);
  'error'?: (Failure__Output | null);
  'results_json'?: (Buffer);
  'categories_json'?: (Buffer);
  'version': (number);
  'stage'?: (string);
  'capped_by'?: (string);
  'final_url'?: (string);
  'notes': (string)[];
  'reused'?: (boolean);
  'listed': (boolean);
}

export interface ReportList {
  'reports'?: (Report)[];
  'total'?: (number);
  'total_is_capped'?: (boolean);
  'next_cursor'?: (string);
  '_next_cursor'?: "next_cursor";
}

export interface ReportList__Output {
  'reports': (Report__Output)[];
  'total': (number);
  'total_is_capped': (boolean);
  'next_cursor'?: (string);
}

export interface ReportsDefinition extends grpc.ServiceDefinition {
  AwaitReport: MethodDefinition<AwaitReportRequest, Report, AwaitReportRequest__Output, Report__Output>
  ChangeReport: MethodDefinition<ChangeReportRequest, Report, ChangeReportRequest__Output, Report__Output>
  CompareRuns: MethodDefinition<CompareRunsRequest, RunComparison, CompareRunsRequest__Output, RunComparison__Output>
  CreateReport: MethodDefinition<CreateReportRequest, Report, CreateReportRequest__Output, Report__Output>
  CreateReports: MethodDefinition<CreateReportsRequest, CreatedReports, CreateReportsRequest__Output, CreatedReports__Output>
  DeleteReport: MethodDefinition<DeleteReportRequest, DeletedReport, DeleteReportRequest__Output, DeletedReport__Output>
  GetReport: MethodDefinition<GetReportRequest, Report, GetReportRequest__Output, Report__Output>
  ListReports: MethodDefinition<ListReportsRequest, ReportList, ListReportsRequest__Output, ReportList__Output>
  ListRuns: MethodDefinition<ListRunsRequest, RunList, ListRunsRequest__Output, RunList__Output>
}

export interface Run {
  'run_id'?: (string);
  'status'?: (string);
  'result'?: (string);
  'score'?: (number);
  'requested_at'?: (string);
  'finished_at'?: (string);
  'ruleset'?: (string);
  'error'?: (Failure | null);
  'changes_json'?: (Buffer | Uint8Array | string);
  'capped_by'?: (string);
  '_result'?: "result";
  '_score'?: "score";
  '_finished_at'?: "finished_at";
  '_ruleset'?: "ruleset";
  '_error'?: "error";
  '_changes_json'?: "changes_json";
  '_capped_by'?: "capped_by";
}

export interface Run__Output {
  'run_id': (string);
  'status': (string);
  'result'?: (string);
  'score'?: (number);
  'requested_at': (string);
  'finished_at'?: (string);
  'ruleset'?: (string);
  'error'?: (Failure__Output | null);
  'changes_json'?: (Buffer);
  'capped_by'?: (string);
}

export interface RunComparison {
  'run'?: (Run | null);
  'with'?: (Run | null);
  'checks_json'?: (Buffer | Uint8Array | string);
}

export interface RunComparison__Output {
  'run': (Run__Output | null);
  'with': (Run__Output | null);
  'checks_json': (Buffer);
}

export interface RunList {
  'runs'?: (Run)[];
}

export interface RunList__Output {
  'runs': (Run__Output)[];
}
