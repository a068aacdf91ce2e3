import { createHash } from 'node:crypto'
import { type HostPace, slowDownAfter } from '@pagebell/crawl/host-pace'
import { parseLinkHeaders } from '@pagebell/html/link-header'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { FetchSafely, SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'
import { type Hub, maxSitemapBytes } from '@pagebell/sitemaps/listing'
import type { PackedListing } from '@pagebell/sitemaps/read-listing'
import { belongsTo } from '@pagebell/urls/project-name'
import { collectBlocks } from './file-blocks.ts'
import type { ListingReader } from './listing-reader.ts'

/** What a server called a file, and the SHA-256 of its bytes in hex digits. */
export type FileVersion = { etag: string | null; last_modified: string | null; digest: string | null }

export type FileAnswer =
  | { kind: 'unchanged' }
  | { kind: 'failed'; code: string; detail: string }
  | ({ kind: 'read'; listing: PackedListing; hub: Hub | null } & FileVersion)

export type RequestTools = {
  fetch: FetchSafely
  reader: Pick<ListingReader, 'read'>
  pace: HostPace
  signal: AbortSignal
}
type RequestedFile = {
  accountId: string
  project: string
  url: string
  /** The version that need not be read again. */
  known: FileVersion | undefined
}

const deadlineMs = 60_000
const redirects = 5
const accept = 'application/xml,text/xml,application/rss+xml,application/atom+xml,application/feed+json,*/*;q=0.8'

/** Requests a sitemap or feed, and reads it unless it is the known version. */
export async function requestFile(
  file: RequestedFile,
  { fetch, reader, pace, signal }: RequestTools,
): Promise<FileAnswer> {
  const { accountId, project, known } = file
  try {
    const headers = { accept, ...validators(known) }
    const received = collectBlocks()
    const sha256 = createHash('sha256')
    const onBody = (piece: Buffer): void => {
      sha256.update(piece)
      received.add(piece)
    }
    const request = { headers, deadlineMs, maxBytes: maxSitemapBytes, redirects, signal, onBody }
    const response = await pace.request(() => fetch(file.url, request))
    slowDownAfter(pace, response)
    const { status, url } = response
    if (status === 304 && known !== undefined) return { kind: 'unchanged' }
    if (status !== 200) return { kind: 'failed', code: 'http_status', detail: `The server answers ${status}.` }
    const { hostname } = new URL(url)
    if (!belongsTo(hostname, project))
      return { kind: 'failed', code: 'foreign_redirect', detail: `The server redirects to another site, ${hostname}.` }
    const digest = sha256.digest('hex')
    if (digest === known?.digest) return { kind: 'unchanged' }
    const contentType = headerOf(response, 'content-type')
    const listing = await reader.read(accountId, { url, contentType, blocks: received.end() })
    const [etag, last_modified] = [headerOf(response, 'etag'), headerOf(response, 'last-modified')]
    return { kind: 'read', listing, hub: hubOf(response, listing), etag, last_modified, digest }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return { kind: 'failed', code: codeOf(error), detail: error.message }
  }
}

/** A body that cannot be read has the reason `not_html`, which is wrong for a file that is not to be HTML. */
function codeOf({ reason }: FetchFailure): string {
  return reason === 'not_html' ? 'unreadable' : reason
}

/** RFC 9110 section 13.1.3: If-Modified-Since is ignored beside If-None-Match. */
function validators(known: FileVersion | undefined): Record<string, string> {
  if (known === undefined) return {}
  if (known.etag !== null) return { 'if-none-match': known.etag }
  return known.last_modified === null ? {} : { 'if-modified-since': known.last_modified }
}

const maxHubLength = 2_048

/**
 * The hub that a file names: Link headers go before what stands in the file (WebSub section 4). The topic is what it
 * calls its own address.
 */
function hubOf({ headers, url: base }: SafeResponse, listing: PackedListing): Hub | null {
  const links = parseLinkHeaders(headers.flatMap(([name, value]) => (name === 'link' ? [value] : [])))
  const linked = (rel: string): string | undefined => {
    const url = URL.parse(links.find((link) => link.rel.includes(rel))?.href ?? '', base)
    return links.some((link) => link.rel.includes(rel)) && /^https?:$/.test(url?.protocol ?? '') ? url?.href : undefined
  }
  const inFile = listing.kind === 'unreadable' || listing.kind === 'index' ? null : listing.hub
  const hub = linked('hub') ?? inFile?.hub
  const topic = linked('self') ?? inFile?.topic ?? base
  return hub === undefined || hub.length > maxHubLength || topic.length > maxHubLength ? null : { hub, topic }
}

function headerOf({ headers }: SafeResponse, name: string): string | null {
  return headers.find(([one]) => one === name)?.[1] ?? null
}
