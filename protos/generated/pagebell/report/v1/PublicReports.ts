// Original file: protos/pagebell/report/v1/public_reports.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetPublicReportRequest as _pagebell_report_v1_GetPublicReportRequest, GetPublicReportRequest__Output as _pagebell_report_v1_GetPublicReportRequest__Output } from '../../../pagebell/report/v1/GetPublicReportRequest.ts';
import type { Report as _pagebell_report_v1_Report, Report__Output as _pagebell_report_v1_Report__Output } from '../../../pagebell/report/v1/Report.ts';
import type { UnlockReportRequest as _pagebell_report_v1_UnlockReportRequest, UnlockReportRequest__Output as _pagebell_report_v1_UnlockReportRequest__Output } from '../../../pagebell/report/v1/UnlockReportRequest.ts';
import type { UnlockedReport as _pagebell_report_v1_UnlockedReport, UnlockedReport__Output as _pagebell_report_v1_UnlockedReport__Output } from '../../../pagebell/report/v1/UnlockedReport.ts';

export interface PublicReportsClient extends grpc.Client {
  GetPublicReport(argument: _pagebell_report_v1_GetPublicReportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  GetPublicReport(argument: _pagebell_report_v1_GetPublicReportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  GetPublicReport(argument: _pagebell_report_v1_GetPublicReportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  GetPublicReport(argument: _pagebell_report_v1_GetPublicReportRequest, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  getPublicReport(argument: _pagebell_report_v1_GetPublicReportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  getPublicReport(argument: _pagebell_report_v1_GetPublicReportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  getPublicReport(argument: _pagebell_report_v1_GetPublicReportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  getPublicReport(argument: _pagebell_report_v1_GetPublicReportRequest, callback: grpc.requestCallback<_pagebell_report_v1_Report__Output>): grpc.ClientUnaryCall;
  
  UnlockReport(argument: _pagebell_report_v1_UnlockReportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_UnlockedReport__Output>): grpc.ClientUnaryCall;
  UnlockReport(argument: _pagebell_report_v1_UnlockReportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_UnlockedReport__Output>): grpc.ClientUnaryCall;
  UnlockReport(argument: _pagebell_report_v1_UnlockReportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_UnlockedReport__Output>): grpc.ClientUnaryCall;
  UnlockReport(argument: _pagebell_report_v1_UnlockReportRequest, callback: grpc.requestCallback<_pagebell_report_v1_UnlockedReport__Output>): grpc.ClientUnaryCall;
  unlockReport(argument: _pagebell_report_v1_UnlockReportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_UnlockedReport__Output>): grpc.ClientUnaryCall;
  unlockReport(argument: _pagebell_report_v1_UnlockReportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_report_v1_UnlockedReport__Output>): grpc.ClientUnaryCall;
  unlockReport(argument: _pagebell_report_v1_UnlockReportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_report_v1_UnlockedReport__Output>): grpc.ClientUnaryCall;
  unlockReport(argument: _pagebell_report_v1_UnlockReportRequest, callback: grpc.requestCallback<_pagebell_report_v1_UnlockedReport__Output>): grpc.ClientUnaryCall;
  
}

export interface PublicReportsHandlers extends grpc.UntypedServiceImplementation {
  GetPublicReport: grpc.handleUnaryCall<_pagebell_report_v1_GetPublicReportRequest__Output, _pagebell_report_v1_Report>;
  
  UnlockReport: grpc.handleUnaryCall<_pagebell_report_v1_UnlockReportRequest__Output, _pagebell_report_v1_UnlockedReport>;
  
}

export interface PublicReportsDefinition extends grpc.ServiceDefinition {
  GetPublicReport: MethodDefinition<_pagebell_report_v1_GetPublicReportRequest, _pagebell_report_v1_Report, _pagebell_report_v1_GetPublicReportRequest__Output, _pagebell_report_v1_Report__Output>
  UnlockReport: MethodDefinition<_pagebell_report_v1_UnlockReportRequest, _pagebell_report_v1_UnlockedReport, _pagebell_report_v1_UnlockReportRequest__Output, _pagebell_report_v1_UnlockedReport__Output>
}
