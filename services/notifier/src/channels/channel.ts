import type { Static, TObject } from '@pagebell/schema/type'
import type { ChannelCache } from './channel-cache.ts'

/**
 * What one request to an engine is about. All URLs are on `host`, which includes the port unless it is the default one.
 */
export type Batch = { host: string; action: 'update' | 'delete'; urls: string[] }

export type EngineRequest = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** Bytes read of the response body; 64 KB when absent. */
  maxBytes?: number
}

export type HttpResponse = { status: number; header(name: string): string | undefined; text: string }

/** One request to an engine: bounded in time and size, redirects not followed. Throws when there is no response. */
export type EngineFetch = (url: string, request: EngineRequest) => Promise<HttpResponse>

export type SitePage = { status: number; contentType: string; body: string }

/** One GET to the customer's site, through the client that reaches the public web only. */
export type SiteFetch = (
  url: string,
  limits?: { maxBytes?: number; deadlineMs?: number; redirects?: number },
) => Promise<SitePage>

/** What the engine responded, as it is recorded: the status and the beginning of the body. */
export type EngineResponse = { status: number; message: string }

/** What a request means for the batch, or for one of its URLs. */
export type ChannelResult =
  | { kind: 'delivered'; response: EngineResponse }
  /**
   * A failure that may pass: retried by the retry policy, or after so many seconds if the engine named them. `ofSite`:
   * it is the site that failed, which says nothing about the engine.
   */
  | { kind: 'retry'; reason: string; afterSeconds?: number; ofSite?: true; response?: EngineResponse }
  /** The engine has not verified the site yet: retried by a separate policy, then held until the key check passes. */
  | { kind: 'unverified'; reason: string; response: EngineResponse }
  /** Too many requests: the endpoint is paused for everybody, and no attempts are counted. */
  | { kind: 'paused'; reason: string; afterSeconds?: number; response: EngineResponse }
  /** The quota of this site is used up until then, in milliseconds since 1970. No attempts are counted. */
  | { kind: 'held'; reason: string; until: number; response?: EngineResponse }
  /** Rejected permanently. `divisible`: one bad URL may have caused it, so it is worth sending the halves separately. */
  | { kind: 'rejected'; reason: string; divisible: boolean; response?: EngineResponse }

/**
 * The owner of a batch, whose settings the channel needs. `generated_key`: those with the key that Pagebell has generated
 * for the host, and with nothing that the customer has set.
 */
export type Owner = { account_id: string; project_id: string; host: string; generated_key?: boolean }

export type ChannelTools = {
  /** The address of the engine. */
  endpoint: string
  fetch: EngineFetch
  fetchPage: SiteFetch
  cache: ChannelCache
  /** Milliseconds since 1970. */
  now(): number
}

/** The protocol of a search engine: data and functions, one `<id>.channel.ts` each. */
export type Channel<Schema extends TObject = TObject> = {
  id: string
  /** URLs that one request may hold. */
  maxUrls: number
  /** What it needs to know of a site; checked before any request. `secret: true` marks what must not be shown. */
  settings: Schema
  /** The endpoints that a site has set: in place of the operator's, and for what is refused there. */
  endpoints?(settings: Static<Schema>): { override?: string | undefined; fallback?: string | undefined }
  /** Returns one result for the batch, or one for each of its URLs in their order. A throw counts as a retry. */
  send(batch: Batch, settings: Static<Schema>, tools: ChannelTools): Promise<ChannelResult | ChannelResult[]>
  /** Asks the engine what it knows of a URL, where engines tell. */
  ask?(url: string, settings: Static<Schema>, tools: ChannelTools): Promise<HttpResponse>
  /**
   * Checks whether the site proves its ownership now, where engines fetch a proof; returns the problem if it does not.
   */
  verify?(
    site: { host: string; url: string },
    settings: Static<Schema>,
    tools: { fetch: SiteFetch },
  ): Promise<string | undefined>
  /** With `verify`: the proof that the site has to serve, a file with nothing but the key. */
  proof?(site: { host: string; url: string }, settings: Static<Schema>): { key: string; location: string }
}

/** Types a channel by its own settings. Their values are checked against the schema before they reach the channel. */
export function defineChannel<const Schema extends TObject>(channel: Channel<Schema>): Channel<Schema> {
  return channel
}
