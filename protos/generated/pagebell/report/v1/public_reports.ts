// Generated from protos/pagebell/report/v1/public_reports.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Report, Report__Output } from './report.ts'

export interface GetPublicReportRequest {
  'id'?: (string);
  'unlock'?: (Buffer | Uint8Array | string);
  '_unlock'?: "unlock";
}

export interface GetPublicReportRequest__Output {
  'id': (string);
  'unlock'?: (Buffer);
}

export interface PublicReportsDefinition extends grpc.ServiceDefinition {
  GetPublicReport: MethodDefinition<GetPublicReportRequest, Report, GetPublicReportRequest__Output, Report__Output>
  UnlockReport: MethodDefinition<UnlockReportRequest, UnlockedReport, UnlockReportRequest__Output, UnlockedReport__Output>
}

export interface UnlockReportRequest {
  'id'?: (string);
  'password'?: (string);
  'network'?: (string);
  'known_network'?: (boolean);
  '_network'?: "network";
  '_known_network'?: "known_network";
}

export interface UnlockReportRequest__Output {
  'id': (string);
  'password': (string);
  'network'?: (string);
  'known_network'?: (boolean);
}

export interface UnlockedReport {
  'report'?: (Report | null);
  'unlock'?: (Buffer | Uint8Array | string);
}

export interface UnlockedReport__Output {
  'report': (Report__Output | null);
  'unlock': (Buffer);
}
