// Generated from protos/pagebell/pages/v1/watches.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { Long, MethodDefinition } from '@grpc/proto-loader'

export interface DecideHeldRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'id'?: (string);
  'decision'?: (string);
}

export interface DecideHeldRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'id': (string);
  'decision': (string);
}

export interface DeletedWatch {
}

export interface DeletedWatch__Output {
}

export interface DiscoverSiteRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'project'?: (string);
  'url'?: (string);
}

export interface DiscoverSiteRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'project': (string);
  'url': (string);
}

export interface FoundListing {
  'url'?: (string);
  'kind'?: (string);
  'found_in'?: (string);
  'entries'?: (number | string | Long);
}

export interface FoundListing__Output {
  'url': (string);
  'kind': (string);
  'found_in': (string);
  'entries': (number);
}

export interface FoundSite {
  'url'?: (string);
  'problem'?: (string);
  'has_robots'?: (boolean);
  'system'?: (string);
  'source_kind'?: (string);
  'listings'?: (FoundListing)[];
  '_problem'?: "problem";
  '_system'?: "system";
  '_source_kind'?: "source_kind";
}

export interface FoundSite__Output {
  'url': (string);
  'problem'?: (string);
  'has_robots': (boolean);
  'system'?: (string);
  'source_kind'?: (string);
  'listings': (FoundListing__Output)[];
}

export interface ListScansRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'id'?: (string);
  'per_page'?: (number);
  'cursor'?: (string);
  '_cursor'?: "cursor";
}

export interface ListScansRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'id': (string);
  'per_page': (number);
  'cursor'?: (string);
}

export interface ListWatchesRequest {
  'account_id'?: (string);
  'project_id'?: (string);
}

export interface ListWatchesRequest__Output {
  'account_id': (string);
  'project_id': (string);
}

export interface PutWatchRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'project'?: (string);
  'id'?: (string);
  'settings'?: (WatchSettings | null);
}

export interface PutWatchRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'project': (string);
  'id': (string);
  'settings': (WatchSettings__Output | null);
}

export interface Scan {
  'id'?: (string);
  'began_at'?: (string);
  'ended_at'?: (string);
  'outcome'?: (string);
  'files'?: (number | string | Long);
  'found'?: (number | string | Long);
  'added'?: (number | string | Long);
  'changed'?: (number | string | Long);
  'missing'?: (number | string | Long);
  'skipped'?: (number | string | Long);
  'problems'?: (ScanProblem)[];
}

export interface Scan__Output {
  'id': (string);
  'began_at': (string);
  'ended_at': (string);
  'outcome': (string);
  'files': (number);
  'found': (number);
  'added': (number);
  'changed': (number);
  'missing': (number);
  'skipped': (number);
  'problems': (ScanProblem__Output)[];
}

export interface ScanList {
  'scans'?: (Scan)[];
  'next_cursor'?: (string);
  '_next_cursor'?: "next_cursor";
}

export interface ScanList__Output {
  'scans': (Scan__Output)[];
  'next_cursor'?: (string);
}

export interface ScanProblem {
  'code'?: (string);
  'detail'?: (string);
  'file'?: (string);
  '_file'?: "file";
}

export interface ScanProblem__Output {
  'code': (string);
  'detail': (string);
  'file'?: (string);
}

export interface ScanWatchRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'id'?: (string);
  'believe'?: (boolean);
}

export interface ScanWatchRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'id': (string);
  'believe': (boolean);
}

export interface Watch {
  'id'?: (string);
  'settings'?: (WatchSettings | null);
  'created_at'?: (string);
  'next_scan_at'?: (string);
  'last_scan'?: (Scan | null);
  'pages'?: (number | string | Long);
  'waiting'?: (number | string | Long);
  'held'?: (number | string | Long);
  'files'?: (WatchedFile)[];
  'websub'?: (WatchSubscription | null);
  '_next_scan_at'?: "next_scan_at";
  '_last_scan'?: "last_scan";
  '_websub'?: "websub";
}

export interface Watch__Output {
  'id': (string);
  'settings': (WatchSettings__Output | null);
  'created_at': (string);
  'next_scan_at'?: (string);
  'last_scan'?: (Scan__Output | null);
  'pages': (number);
  'waiting': (number);
  'held': (number);
  'files': (WatchedFile__Output)[];
  'websub'?: (WatchSubscription__Output | null);
}

export interface WatchList {
  'watches'?: (Watch)[];
}

export interface WatchList__Output {
  'watches': (Watch__Output)[];
}

export interface WatchRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'id'?: (string);
}

export interface WatchRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'id': (string);
}

export interface WatchSettings {
  'url'?: (string);
  'kind'?: (string);
  'every_minutes'?: (number);
  'trust'?: (string);
  'deletes'?: (string);
  'first'?: (string);
  'include'?: (string)[];
  'exclude'?: (string)[];
}

export interface WatchSettings__Output {
  'url': (string);
  'kind': (string);
  'every_minutes': (number);
  'trust': (string);
  'deletes': (string);
  'first': (string);
  'include': (string)[];
  'exclude': (string)[];
}

export interface WatchSubscription {
  'hub'?: (string);
  'topic'?: (string);
  'state'?: (string);
  'expires_at'?: (string);
  'last_delivery_at'?: (string);
  'problem'?: (string);
  '_expires_at'?: "expires_at";
  '_last_delivery_at'?: "last_delivery_at";
  '_problem'?: "problem";
}

export interface WatchSubscription__Output {
  'hub': (string);
  'topic': (string);
  'state': (string);
  'expires_at'?: (string);
  'last_delivery_at'?: (string);
  'problem'?: (string);
}

export interface WatchedFile {
  'url'?: (string);
  'pages'?: (number | string | Long);
  'dates_are_trusted'?: (boolean);
  'dates'?: (string);
}

export interface WatchedFile__Output {
  'url': (string);
  'pages': (number);
  'dates_are_trusted': (boolean);
  'dates': (string);
}

export interface WatchesDefinition extends grpc.ServiceDefinition {
  DecideHeld: MethodDefinition<DecideHeldRequest, Watch, DecideHeldRequest__Output, Watch__Output>
  DeleteWatch: MethodDefinition<WatchRequest, DeletedWatch, WatchRequest__Output, DeletedWatch__Output>
  DiscoverSite: MethodDefinition<DiscoverSiteRequest, FoundSite, DiscoverSiteRequest__Output, FoundSite__Output>
  GetWatch: MethodDefinition<WatchRequest, Watch, WatchRequest__Output, Watch__Output>
  ListScans: MethodDefinition<ListScansRequest, ScanList, ListScansRequest__Output, ScanList__Output>
  ListWatches: MethodDefinition<ListWatchesRequest, WatchList, ListWatchesRequest__Output, WatchList__Output>
  PutWatch: MethodDefinition<PutWatchRequest, Watch, PutWatchRequest__Output, Watch__Output>
  ScanWatch: MethodDefinition<ScanWatchRequest, Watch, ScanWatchRequest__Output, Watch__Output>
}
