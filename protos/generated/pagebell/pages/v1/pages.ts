// Generated from protos/pagebell/pages/v1/pages.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { Long, MethodDefinition } from '@grpc/proto-loader'

export interface Announced {
  'channel'?: (string);
  'state'?: (string);
  'at'?: (string);
}

export interface Announced__Output {
  'channel': (string);
  'state': (string);
  'at': (string);
}

export interface ChangingBlock {
  'id'?: (string);
  'path'?: (string);
  'url'?: (string);
  'found_at'?: (string);
}

export interface ChangingBlock__Output {
  'id': (string);
  'path': (string);
  'url': (string);
  'found_at': (string);
}

export interface ChangingBlocks {
  'blocks'?: (ChangingBlock)[];
}

export interface ChangingBlocks__Output {
  'blocks': (ChangingBlock__Output)[];
}

export interface CheckUrlsRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'project'?: (string);
  'channel'?: (string);
  'action'?: (string);
  'urls'?: (string)[];
}

export interface CheckUrlsRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'project': (string);
  'channel': (string);
  'action': (string);
  'urls': (string)[];
}

export interface CheckedUrl {
  'url'?: (string);
  'verdict'?: (string);
  'reason'?: (string);
  'status'?: (number);
  'indexable'?: (boolean);
  'canonical'?: (string);
  'changed'?: (string)[];
  '_reason'?: "reason";
  '_status'?: "status";
  '_indexable'?: "indexable";
  '_canonical'?: "canonical";
}

export interface CheckedUrl__Output {
  'url': (string);
  'verdict': (string);
  'reason'?: (string);
  'status'?: (number);
  'indexable'?: (boolean);
  'canonical'?: (string);
  'changed': (string)[];
}

export interface CheckedUrls {
  'urls'?: (CheckedUrl)[];
}

export interface CheckedUrls__Output {
  'urls': (CheckedUrl__Output)[];
}

export interface CountChangingBlockRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'id'?: (string);
}

export interface CountChangingBlockRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'id': (string);
}

export interface CountVerdictsRequest {
  'account_id'?: (string);
  'project_id'?: (string);
}

export interface CountVerdictsRequest__Output {
  'account_id': (string);
  'project_id': (string);
}

export interface CountedChangingBlock {
}

export interface CountedChangingBlock__Output {
}

export interface DeletedLastmodSitemap {
}

export interface DeletedLastmodSitemap__Output {
}

export interface GetPageRulesRequest {
  'account_id'?: (string);
  'project_id'?: (string);
}

export interface GetPageRulesRequest__Output {
  'account_id': (string);
  'project_id': (string);
}

export interface LastmodSitemap {
  'token'?: (string);
  'created_at'?: (string);
  'pages'?: (number | string | Long);
  '_token'?: "token";
  '_created_at'?: "created_at";
}

export interface LastmodSitemap__Output {
  'token'?: (string);
  'created_at'?: (string);
  'pages': (number);
}

export interface LastmodSitemapFile {
  'gzip'?: (Buffer | Uint8Array | string);
  'version'?: (string);
}

export interface LastmodSitemapFile__Output {
  'gzip': (Buffer);
  'version': (string);
}

export interface LastmodSitemapRequest {
  'account_id'?: (string);
  'project_id'?: (string);
}

export interface LastmodSitemapRequest__Output {
  'account_id': (string);
  'project_id': (string);
}

export interface ListChangingBlocksRequest {
  'account_id'?: (string);
  'project_id'?: (string);
}

export interface ListChangingBlocksRequest__Output {
  'account_id': (string);
  'project_id': (string);
}

export interface ListPagesRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'changed_since'?: (string);
  'state'?: (string);
  'per_page'?: (number);
  'cursor'?: (string);
  'url'?: (string);
  '_changed_since'?: "changed_since";
  '_state'?: "state";
  '_cursor'?: "cursor";
  '_url'?: "url";
}

export interface ListPagesRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'changed_since'?: (string);
  'state'?: (string);
  'per_page': (number);
  'cursor'?: (string);
  'url'?: (string);
}

export interface ListVerdictsRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'url'?: (string);
  'per_page'?: (number);
  'cursor'?: (string);
  '_cursor'?: "cursor";
}

export interface ListVerdictsRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'url': (string);
  'per_page': (number);
  'cursor'?: (string);
}

export interface Page {
  'url'?: (string);
  'state'?: (string);
  'status'?: (number);
  'seen_at'?: (string);
  'changed_at'?: (string);
  'target'?: (string);
  'words'?: (number);
  'announced'?: (Announced)[];
  '_status'?: "status";
  '_changed_at'?: "changed_at";
  '_target'?: "target";
  '_words'?: "words";
}

export interface Page__Output {
  'url': (string);
  'state': (string);
  'status'?: (number);
  'seen_at': (string);
  'changed_at'?: (string);
  'target'?: (string);
  'words'?: (number);
  'announced': (Announced__Output)[];
}

export interface PageList {
  'pages'?: (Page)[];
  'next_cursor'?: (string);
  '_next_cursor'?: "next_cursor";
}

export interface PageList__Output {
  'pages': (Page__Output)[];
  'next_cursor'?: (string);
}

export interface PageRules {
  'rules_json'?: (string);
}

export interface PageRules__Output {
  'rules_json': (string);
}

export interface PagesDefinition extends grpc.ServiceDefinition {
  CheckUrls: MethodDefinition<CheckUrlsRequest, CheckedUrls, CheckUrlsRequest__Output, CheckedUrls__Output>
  CountChangingBlock: MethodDefinition<CountChangingBlockRequest, CountedChangingBlock, CountChangingBlockRequest__Output, CountedChangingBlock__Output>
  CountVerdicts: MethodDefinition<CountVerdictsRequest, VerdictCounts, CountVerdictsRequest__Output, VerdictCounts__Output>
  DeleteLastmodSitemap: MethodDefinition<LastmodSitemapRequest, DeletedLastmodSitemap, LastmodSitemapRequest__Output, DeletedLastmodSitemap__Output>
  GetLastmodSitemap: MethodDefinition<LastmodSitemapRequest, LastmodSitemap, LastmodSitemapRequest__Output, LastmodSitemap__Output>
  GetPageRules: MethodDefinition<GetPageRulesRequest, PageRules, GetPageRulesRequest__Output, PageRules__Output>
  ListChangingBlocks: MethodDefinition<ListChangingBlocksRequest, ChangingBlocks, ListChangingBlocksRequest__Output, ChangingBlocks__Output>
  ListPages: MethodDefinition<ListPagesRequest, PageList, ListPagesRequest__Output, PageList__Output>
  ListVerdicts: MethodDefinition<ListVerdictsRequest, VerdictList, ListVerdictsRequest__Output, VerdictList__Output>
  PutPageRules: MethodDefinition<PutPageRulesRequest, PageRules, PutPageRulesRequest__Output, PageRules__Output>
  ReadLastmodSitemap: MethodDefinition<ReadLastmodSitemapRequest, LastmodSitemapFile, ReadLastmodSitemapRequest__Output, LastmodSitemapFile__Output>
  RotateLastmodSitemap: MethodDefinition<LastmodSitemapRequest, LastmodSitemap, LastmodSitemapRequest__Output, LastmodSitemap__Output>
}

export interface PutPageRulesRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'rules_json'?: (string);
}

export interface PutPageRulesRequest__Output {
  'account_id': (string);
  'project_id': (string);
  'rules_json': (string);
}

export interface ReadLastmodSitemapRequest {
  'token'?: (string);
  'part'?: (number);
  '_part'?: "part";
}

export interface ReadLastmodSitemapRequest__Output {
  'token': (string);
  'part'?: (number);
}

export interface Verdict {
  'at'?: (string);
  'batch_id'?: (string);
  'channel'?: (string);
  'action'?: (string);
  'verdict'?: (string);
  'reason'?: (string);
  'status'?: (number);
  'changed'?: (string)[];
  '_reason'?: "reason";
  '_status'?: "status";
}

export interface Verdict__Output {
  'at': (string);
  'batch_id': (string);
  'channel': (string);
  'action': (string);
  'verdict': (string);
  'reason'?: (string);
  'status'?: (number);
  'changed': (string)[];
}

export interface VerdictCount {
  'verdict'?: (string);
  'reason'?: (string);
  'urls'?: (number);
  '_reason'?: "reason";
}

export interface VerdictCount__Output {
  'verdict': (string);
  'reason'?: (string);
  'urls': (number);
}

export interface VerdictCounts {
  'days'?: (number);
  'counts'?: (VerdictCount)[];
  'is_complete'?: (boolean);
}

export interface VerdictCounts__Output {
  'days': (number);
  'counts': (VerdictCount__Output)[];
  'is_complete': (boolean);
}

export interface VerdictList {
  'verdicts'?: (Verdict)[];
  'next_cursor'?: (string);
  '_next_cursor'?: "next_cursor";
}

export interface VerdictList__Output {
  'verdicts': (Verdict__Output)[];
  'next_cursor'?: (string);
}
