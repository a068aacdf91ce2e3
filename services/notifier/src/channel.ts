import type { Static, TObject } from 'typebox'

/** What one request to an engine is about. All URLs are on `host`, which has its port if it is no default one. */
export type Batch = { host: string; action: 'update' | 'delete'; urls: string[] }

export type EngineAnswer = { status: number; header(name: string): string | undefined; text: string }

/** One request to the operator's endpoint: bounded in time and size, redirects not followed. Throws when unanswered. */
export type EngineFetch = (
  url: string,
  request: { method: 'POST'; headers: Record<string, string>; body: string },
) => Promise<EngineAnswer>

/** One GET to the customer's site, through the client that reaches the public web only. */
export type SiteFetch = (url: string) => Promise<{ status: number; contentType: string; body: string }>

/** The engine's own words: its status, and the beginning of what it said. */
export type Words = { status: number; message: string }

export type Outcome =
  | { kind: 'delivered'; words: Words }
  /** The engine is in trouble; asked again by the schedule, or after so many seconds if it said so. */
  | { kind: 'retry'; reason: string; afterSeconds?: number; words?: Words }
  /** The engine has not verified the site yet; asked again by its own schedule, then held until the check passes. */
  | { kind: 'unverified'; reason: string; words: Words }
  /** Too many requests: the whole endpoint rests, and nobody's attempts are used up. */
  | { kind: 'paused'; reason: string; afterSeconds?: number; words: Words }
  /** A final no. `divisible`: one bad URL may have sunk the rest, so that the halves are worth asking apart. */
  | { kind: 'rejected'; reason: string; divisible: boolean; words?: Words }

/** The owner of a batch, whose settings the channel asks for. */
export type Owner = { account_id: string; project_id: string; host: string }

/** Where a channel finds what the project service keeps for it. */
export type SettingsSource = {
  getIndexNowKey(request: Owner): Promise<{ key: string; key_location?: string | undefined }>
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
  findSettings(owner: Owner, source: SettingsSource): Promise<unknown>
  send(batch: Batch, settings: Static<Schema>, tools: { endpoint: string; fetch: EngineFetch }): Promise<Outcome>
  /** Looks whether the site proves its ownership now; a text says why not. */
  verify(
    site: { host: string; url: string },
    settings: Static<Schema>,
    tools: { fetch: SiteFetch },
  ): Promise<string | undefined>
}

/** Types a channel by its own settings; the loader, which cannot know them, checks them against the schema. */
export function defineChannel<const Schema extends TObject>(channel: Channel<Schema>): Channel<Schema> {
  return channel
}
