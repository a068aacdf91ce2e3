// Original file: protos/pagebell/report/v1/report.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AwaitReportRequest as _pagebell_report_v1_AwaitReportRequest, AwaitReportRequest__Output as _pagebell_report_v1_AwaitReportRequest__Output } from '../../../pagebell/report/v1/AwaitReportRequest.ts';
import type { ChangeReportRequest as _pagebell_report_v1_ChangeReportRequest, ChangeReportRequest__Output as _pagebell_report_v1_ChangeReportRequest__Output } from '../../../pagebell/report/v1/ChangeReportRequest.ts';
import type { CompareRunsRequest as _pagebell_report_v1_CompareRunsRequest, CompareRunsRequest__Output as _pagebell_report_v1_CompareRunsRequest__Output } from '../../../pagebell/report/v1/CompareRunsRequest.ts';
import type { CreateReportRequest as _pagebell_report_v1_CreateReportRequest, CreateReportRequest__Output as _pagebell_report_v1_CreateReportRequest__Output } from '../../../pagebell/report/v1/CreateReportRequest.ts';
import type { DeleteReportRequest as _pagebell_report_v1_DeleteReportRequest, DeleteReportRequest__Output as _pagebell_report_v1_DeleteReportRequest__Output } from '../../../pagebell/report/v1/DeleteReportRequest.ts';
import type { DeletedReport as _pagebell_report_v1_DeletedReport, DeletedReport__Output as _pagebell_report_v1_DeletedReport__Output } from '../../../pagebell/report/v1/DeletedReport.ts';
import type { GetReportRequest as _pagebell_report_v1_GetReportRequest, GetReportRequest__Output as _pagebell_report_v1_GetReportRequest__Output } from '../../../pagebell/report/v1/GetReportRequest.ts';
import type { ListReportsRequest as _pagebell_report_v1_ListReportsRequest, ListReportsRequest__Output as _pagebell_report_v1_ListReportsRequest__Output } from '../../../pagebell/report/v1/ListReportsRequest.ts';
import type { ListRunsRequest as _pagebell_report_v1_ListRunsRequest, ListRunsRequest__Output as _pagebell_report_v1_ListRunsRequest__Output } from '../../../pagebell/report/v1/ListRunsRequest.ts';
import type { Report as _pagebell_report_v1_Report, Report__Output as _pagebell_report_v1_Report__Output } from '../../../pagebell/report/v1/Report.ts';
import type { ReportList as _pagebell_report_v1_ReportList, ReportList__Output as _pagebell_report_v1_ReportList__Output } from '../../../pagebell/report/v1/ReportList.ts';
import type { RunComparison as _pagebell_report_v1_RunComparison, RunComparison__Output as _pagebell_report_v1_RunComparison__Output } from '../../../pagebell/report/v1/RunComparison.ts';
import type { RunList as _pagebell_report_v1_RunList, RunList__Output as _pagebell_report_v1_RunList__Output } from '../../../pagebell/report/v1/RunList.ts';

export interface ReportsClient extends grpc.Client {
  AwaitReport(argument: _pagebell_report_v1_AwaitReportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  AwaitReport(argument: _pagebell_report_v1_AwaitReportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  AwaitReport(argument: _pagebell_report_v1_AwaitReportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  AwaitReport(argument: _pagebell_report_v1_AwaitReportRequest, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  awaitReport(argument: _pagebell_report_v1_AwaitReportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  awaitReport(argument: _pagebell_report_v1_AwaitReportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  awaitReport(argument: _pagebell_report_v1_AwaitReportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  awaitReport(argument: _pagebell_report_v1_AwaitReportRequest, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  
  ChangeReport(argument: _pagebell_report_v1_ChangeReportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  ChangeReport(argument: _pagebell_report_v1_ChangeReportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  ChangeReport(argument: _pagebell_report_v1_ChangeReportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  ChangeReport(argument: _pagebell_report_v1_ChangeReportRequest, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  changeReport(argument: _pagebell_report_v1_ChangeReportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  changeReport(argument: _pagebell_report_v1_ChangeReportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  changeReport(argument: _pagebell_report_v1_ChangeReportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  changeReport(argument: _pagebell_report_v1_ChangeReportRequest, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  
  CompareRuns(argument: _pagebell_report_v1_CompareRunsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_RunComparison__Output>): grpc.ClientUnaryCall;
  CompareRuns(argument: _pagebell_report_v1_CompareRunsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_RunComparison__Output>): grpc.ClientUnaryCall;
  CompareRuns(argument: _pagebell_report_v1_CompareRunsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_RunComparison__Output>): grpc.ClientUnaryCall;
  CompareRuns(argument: _pagebell_report_v1_CompareRunsRequest, callback: grpc.requestCallback<_pagebell_report_v1_RunComparison__Output>): grpc.ClientUnaryCall;
  compareRuns(argument: _pagebell_report_v1_CompareRunsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_RunComparison__Output>): grpc.ClientUnaryCall;
  compareRuns(argument: _pagebell_report_v1_CompareRunsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_RunComparison__Output>): grpc.ClientUnaryCall;
  compareRuns(argument: _pagebell_report_v1_CompareRunsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_RunComparison__Output>): grpc.ClientUnaryCall;
  compareRuns(argument: _pagebell_report_v1_CompareRunsRequest, callback: grpc.requestCallback<_pagebell_report_v1_RunComparison__Output>): grpc.ClientUnaryCall;
  
  CreateReport(argument: _pagebell_report_v1_CreateReportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  CreateReport(argument: _pagebell_report_v1_CreateReportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  CreateReport(argument: _pagebell_report_v1_CreateReportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  CreateReport(argument: _pagebell_report_v1_CreateReportRequest, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  createReport(argument: _pagebell_report_v1_CreateReportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  createReport(argument: _pagebell_report_v1_CreateReportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  createReport(argument: _pagebell_report_v1_CreateReportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  createReport(argument: _pagebell_report_v1_CreateReportRequest, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  
  DeleteReport(argument: _pagebell_report_v1_DeleteReportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_DeletedReport__Output>): grpc.ClientUnaryCall;
  DeleteReport(argument: _pagebell_report_v1_DeleteReportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_DeletedReport__Output>): grpc.ClientUnaryCall;
  DeleteReport(argument: _pagebell_report_v1_DeleteReportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_DeletedReport__Output>): grpc.ClientUnaryCall;
  DeleteReport(argument: _pagebell_report_v1_DeleteReportRequest, callback: grpc.requestCallback<_pagebell_report_v1_DeletedReport__Output>): grpc.ClientUnaryCall;
  deleteReport(argument: _pagebell_report_v1_DeleteReportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_DeletedReport__Output>): grpc.ClientUnaryCall;
  deleteReport(argument: _pagebell_report_v1_DeleteReportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_DeletedReport__Output>): grpc.ClientUnaryCall;
  deleteReport(argument: _pagebell_report_v1_DeleteReportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_DeletedReport__Output>): grpc.ClientUnaryCall;
  deleteReport(argument: _pagebell_report_v1_DeleteReportRequest, callback: grpc.requestCallback<_pagebell_report_v1_DeletedReport__Output>): grpc.ClientUnaryCall;
  
  GetReport(argument: _pagebell_report_v1_GetReportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  GetReport(argument: _pagebell_report_v1_GetReportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  GetReport(argument: _pagebell_report_v1_GetReportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  GetReport(argument: _pagebell_report_v1_GetReportRequest, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  getReport(argument: _pagebell_report_v1_GetReportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  getReport(argument: _pagebell_report_v1_GetReportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  getReport(argument: _pagebell_report_v1_GetReportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  getReport(argument: _pagebell_report_v1_GetReportRequest, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  
  ListReports(argument: _pagebell_report_v1_ListReportsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_ReportList__Output>): grpc.ClientUnaryCall;
  ListReports(argument: _pagebell_report_v1_ListReportsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_ReportList__Output>): grpc.ClientUnaryCall;
  ListReports(argument: _pagebell_report_v1_ListReportsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_ReportList__Output>): grpc.ClientUnaryCall;
  ListReports(argument: _pagebell_report_v1_ListReportsRequest, callback: grpc.requestCallback<_pagebell_report_v1_ReportList__Output>): grpc.ClientUnaryCall;
  listReports(argument: _pagebell_report_v1_ListReportsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_ReportList__Output>): grpc.ClientUnaryCall;
  listReports(argument: _pagebell_report_v1_ListReportsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_ReportList__Output>): grpc.ClientUnaryCall;
  listReports(argument: _pagebell_report_v1_ListReportsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_ReportList__Output>): grpc.ClientUnaryCall;
  listReports(argument: _pagebell_report_v1_ListReportsRequest, callback: grpc.requestCallback<_pagebell_report_v1_ReportList__Output>): grpc.ClientUnaryCall;
  
  ListRuns(argument: _pagebell_report_v1_ListRunsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_RunList__Output>): grpc.ClientUnaryCall;
  ListRuns(argument: _pagebell_report_v1_ListRunsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_RunList__Output>): grpc.ClientUnaryCall;
  ListRuns(argument: _pagebell_report_v1_ListRunsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_RunList__Output>): grpc.ClientUnaryCall;
  ListRuns(argument: _pagebell_report_v1_ListRunsRequest, callback: grpc.requestCallback<_pagebell_report_v1_RunList__Output>): grpc.ClientUnaryCall;
  listRuns(argument: _pagebell_report_v1_ListRunsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_RunList__Output>): grpc.ClientUnaryCall;
  listRuns(argument: _pagebell_report_v1_ListRunsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_RunList__Output>): grpc.ClientUnaryCall;
  listRuns(argument: _pagebell_report_v1_ListRunsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_RunList__Output>): grpc.ClientUnaryCall;
  listRuns(argument: _pagebell_report_v1_ListRunsRequest, callback: grpc.requestCallback<_pagebell_report_v1_RunList__Output>): grpc.ClientUnaryCall;
  
}

export interface ReportsHandlers extends grpc.UntypedServiceImplementation {
  AwaitReport: grpc.handleUnaryCall<_pagebell_report_v1_AwaitReportRequest__Output, _pagebell_report_v1_Report>;
  
  ChangeReport: grpc.handleUnaryCall<_pagebell_report_v1_ChangeReportRequest__Output, _pagebell_report_v1_Report>;
  
  CompareRuns: grpc.handleUnaryCall<_pagebell_report_v1_CompareRunsRequest__Output, _pagebell_report_v1_RunComparison>;
  
  CreateReport: grpc.handleUnaryCall<_pagebell_report_v1_CreateReportRequest__Output, _pagebell_report_v1_Report>;
  
  DeleteReport: grpc.handleUnaryCall<_pagebell_report_v1_DeleteReportRequest__Output, _pagebell_report_v1_DeletedReport>;
  
  GetReport: grpc.handleUnaryCall<_pagebell_report_v1_GetReportRequest__Output, _pagebell_report_v1_Report>;
  
  ListReports: grpc.handleUnaryCall<_pagebell_report_v1_ListReportsRequest__Output, _pagebell_report_v1_ReportList>;
  
  ListRuns: grpc.handleUnaryCall<_pagebell_report_v1_ListRunsRequest__Output, _pagebell_report_v1_RunList>;
  
}

export interface ReportsDefinition extends grpc.ServiceDefinition {
  AwaitReport: MethodDefinition<_pagebell_report_v1_AwaitReportRequest, _pagebell_report_v1_Report, _pagebell_report_v1_AwaitReportRequest__Output, _pagebell_report_v1_Report__Output>
  ChangeReport: MethodDefinition<_pagebell_report_v1_ChangeReportRequest, _pagebell_report_v1_Report, _pagebell_report_v1_ChangeReportRequest__Output, _pagebell_report_v1_Report__Output>
  CompareRuns: MethodDefinition<_pagebell_report_v1_CompareRunsRequest, _pagebell_report_v1_RunComparison, _pagebell_report_v1_CompareRunsRequest__Output, _pagebell_report_v1_RunComparison__Output>
  CreateReport: MethodDefinition<_pagebell_report_v1_CreateReportRequest, _pagebell_report_v1_Report, _pagebell_report_v1_CreateReportRequest__Output, _pagebell_report_v1_Report__Output>
  DeleteReport: MethodDefinition<_pagebell_report_v1_DeleteReportRequest, _pagebell_report_v1_DeletedReport, _pagebell_report_v1_DeleteReportRequest__Output, _pagebell_report_v1_DeletedReport__Output>
  GetReport: MethodDefinition<_pagebell_report_v1_GetReportRequest, _pagebell_report_v1_Report, _pagebell_report_v1_GetReportRequest__Output, _pagebell_report_v1_Report__Output>
  ListReports: MethodDefinition<_pagebell_report_v1_ListReportsRequest, _pagebell_report_v1_ReportList, _pagebell_report_v1_ListReportsRequest__Output, _pagebell_report_v1_ReportList__Output>
  ListRuns: MethodDefinition<_pagebell_report_v1_ListRunsRequest, _pagebell_report_v1_RunList, _pagebell_report_v1_ListRunsRequest__Output, _pagebell_report_v1_RunList__Output>
}
