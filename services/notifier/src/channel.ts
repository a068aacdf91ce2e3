import type { Static, TObject } from '@pagebell/schema/type'
import type { Memory } from './memory.ts'

/** What one request to an engine is about. All URLs are on `host`, which has its port if it is no default one. */
export type Batch = { host: string; action: 'update' | 'delete'; urls: string[] }

export type EngineAnswer = { status: number; header(name: string): string | undefined; text: string }

export type EngineRequest = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** Of the answer; the rest is not read. 64 KB when absent. */
  mostBytes?: number
}

/** One request to an engine: bounded in time and size, redirects not followed. Throws when unanswered. */
export type EngineFetch = (url: string, request: EngineRequest) => Promise<EngineAnswer>

export type SitePage = { status: number; contentType: string; body: string }

/** One GET to the customer's site, through the client that reaches the public web only. */
export type SiteFetch = (
  url: string,
  limits?: { maxBytes?: number; deadlineMs?: number; redirects?: number },
) => Promise<SitePage>

/** The engine's own words: its status, and the beginning of what it said. */
export type Words = { status: number; message: string }

export type Outcome =
  | { kind: 'delivered'; words: Words }
  /**
   * Trouble; asked again by the schedule, or after so many seconds if the engine said so. `ofSite`: the trouble is the
   * site's, and says nothing about the engine.
   */
  | { kind: 'retry'; reason: string; afterSeconds?: number; ofSite?: true; words?: Words }
  /** The engine has not verified the site yet; asked again by its own schedule, then held until the check passes. */
  | { kind: 'unverified'; reason: string; words: Words }
  /** Too many requests: the whole endpoint rests, and nobody's attempts are used up. */
  | { kind: 'paused'; reason: string; afterSeconds?: number; words: Words }
  /** Not now, and not for this site alone: its quota is used up. Waits until then and uses up no attempt. */
  | { kind: 'held'; reason: string; until: number; words?: Words }
  /** A final no. `divisible`: one bad URL may have sunk the rest, so that the halves are worth asking apart. */
  | { kind: 'rejected'; reason: string; divisible: boolean; words?: Words }

/** The owner of a batch, whose settings the channel asks for. */
export type Owner = { account_id: string; project_id: string; host: string }

export type ChannelTools = {
  /** The address that the operator has set for the engine. */
  endpoint: string
  fetch: EngineFetch
  look: SiteFetch
  /** What this process knows for a while, such as tokens. */
  memory: Memory
  /** Milliseconds since 1970. */
  now(): number
}

/** A way to tell a search engine: data and functions, one file each. */
export type Channel<Schema extends TObject = TObject> = {
  /** The file's name. */
  id: string
  title: string
  /** URLs one request may hold. */
  mostUrls: number
  /** What it needs to know of a site; checked before any request. `secret: true` marks what must not be shown. */
  settings: Schema
  /** Where the site wants it told in place of the operator's endpoint, and where what is refused there goes. */
  endpoints?(settings: Static<Schema>): { own?: string | undefined; fallback?: string | undefined }
  /** What became of the batch, or of each of its URLs in their order. */
  send(batch: Batch, settings: Static<Schema>, tools: ChannelTools): Promise<Outcome | Outcome[]>
  /** Asks the engine what it knows of a URL, where it tells. */
  ask?(url: string, settings: Static<Schema>, tools: ChannelTools): Promise<EngineAnswer>
  /** Looks whether the site proves its ownership now; a text says why not. Where engines look for a proof themselves. */
  verify?(
    site: { host: string; url: string },
    settings: Static<Schema>,
    tools: { fetch: SiteFetch },
  ): Promise<string | undefined>
}

/** Types a channel by its own settings; the loader, which cannot know them, checks them against the schema. */
export function defineChannel<const Schema extends TObject>(channel: Channel<Schema>): Channel<Schema> {
  return channel
}
