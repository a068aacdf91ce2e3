// Generated from protos/pagebell/report/v1/public_site_reports.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { SitePageList, SitePageList__Output, SiteReport, SiteReport__Output } from './site_reports.ts'

export interface GetPublicSiteReportRequest {
  'id'?: (string);
  'unlock'?: (Buffer | Uint8Array | string);
  'check'?: (string);
  'is_brief'?: (boolean);
  '_unlock'?: "unlock";
  '_check'?: "check";
}

export interface GetPublicSiteReportRequest__Output {
  'id': (string);
  'unlock'?: (Buffer);
  'check'?: (string);
  'is_brief': (boolean);
}

export interface ListPublicSitePagesRequest {
  'id'?: (string);
  'unlock'?: (Buffer | Uint8Array | string);
  'issue'?: (string);
  'sort'?: (string);
  'per_page'?: (number);
  'cursor'?: (string);
  '_unlock'?: "unlock";
  '_issue'?: "issue";
  '_cursor'?: "cursor";
}

export interface ListPublicSitePagesRequest__Output {
  'id': (string);
  'unlock'?: (Buffer);
  'issue'?: (string);
  'sort': (string);
  'per_page': (number);
  'cursor'?: (string);
}

export interface PublicSiteReportsDefinition extends grpc.ServiceDefinition {
  GetPublicSiteReport: MethodDefinition<GetPublicSiteReportRequest, SiteReport, GetPublicSiteReportRequest__Output, SiteReport__Output>
  ListPublicSitePages: MethodDefinition<ListPublicSitePagesRequest, SitePageList, ListPublicSitePagesRequest__Output, SitePageList__Output>
  UnlockSiteReport: MethodDefinition<UnlockSiteReportRequest, UnlockedSiteReport, UnlockSiteReportRequest__Output, UnlockedSiteReport__Output>
}

export interface UnlockSiteReportRequest {
  'id'?: (string);
  'password'?: (string);
  'network'?: (string);
  'known_network'?: (boolean);
  '_network'?: "network";
  '_known_network'?: "known_network";
}

export interface UnlockSiteReportRequest__Output {
  'id': (string);
  'password': (string);
  'network'?: (string);
  'known_network'?: (boolean);
}

export interface UnlockedSiteReport {
  'unlock'?: (Buffer | Uint8Array | string);
  '_unlock'?: "unlock";
}

export interface UnlockedSiteReport__Output {
  'unlock'?: (Buffer);
}
