import { waitUntil } from '@pagebell/start/wait-until'
import type { ServerVariant } from '../servers/compare-servers.ts'
import { type Driven, drive } from '../servers/drive.ts'
import type { Store } from './stored-urls.ts'
import { submitRequest } from './submit-request.ts'

/** A running webhook, and the store of what it accepts. */
export type Hook = { name: string; port: number; tokens: string[]; pids: Record<string, number>; store: Store }

type Load = { urls: number; connections: number; one: boolean }

/** URLs that each webhook had stored at the last check. */
const storedBefore = new WeakMap<Hook, number>()
let numbered = 100_000_000

/** Drives a webhook with new URLs, on one account or on one account a connection. */
export function newUrls(
  { name, port, tokens, pids }: Hook,
  { urls, connections, one }: Load,
): ServerVariant & Counting {
  let accepted = 0
  const onResponse = (chunk: Buffer): void => {
    accepted += readCount(chunk, 'accepted')
  }
  const request = (connection: number): string => {
    const list = Array.from({ length: urls }, () => `https://example.com/articles/page-${numbered++}`)
    return submitRequest(tokens[one ? 0 : connection % tokens.length] ?? '', port, list)
  }
  const driveNew = async (durationMs: number): Promise<Driven> => {
    const before = accepted
    const driven = await drive(port, { connections, durationMs, request, status: 202, onResponse })
    const missing = driven.requests * urls - (accepted - before)
    if (missing !== 0) throw new Error(`${name} has not accepted ${missing} new URLs.`)
    return driven
  }
  return { name, pids, drive: driveNew, accepted: () => accepted }
}

type Counting = { accepted: () => number }

/** Drives a webhook with the same URL for each request of a connection. */
export function duplicates({ name, port, tokens, pids }: Hook, connections: number): ServerVariant & Counting {
  let accepted = 0
  const onResponse = (chunk: Buffer): void => {
    accepted += readCount(chunk, 'accepted')
  }
  const request = (connection: number): string =>
    submitRequest(tokens[0] ?? '', port, [`https://example.com/the-same-again-${1_000 + connection}`])
  const driving = { connections, request, status: 202 as const, onResponse }
  return { name, pids, drive: (durationMs) => drive(port, { ...driving, durationMs }), accepted: () => accepted }
}

/** Throws unless every URL reported as accepted is stored once, and a duplicate is not accepted. */
export async function checkStored(hook: Hook, accepted: number): Promise<void> {
  const url = `https://example.com/sent-twice-${numbered++}`
  const counts = [await send(hook, url), await send(hook, url)]
  if (counts.join() !== '1,0') throw new Error(`${hook.name} accepts a URL and its duplicate ${counts.join()} times.`)
  const before = storedBefore.get(hook) ?? 0
  let stored = Number.NaN
  await waitUntil(
    async () => {
      stored = await hook.store.countUrls()
      return !Number.isNaN(stored)
    },
    { timeoutMs: 60_000, failure: () => new Error(`${hook.name}: messages are missing.`) },
  )
  storedBefore.set(hook, stored)
  if (stored - before !== accepted + 1)
    throw new Error(`${hook.name} answered ${accepted + 1} URLs as accepted and stored ${stored - before}.`)
}

async function send({ port, tokens }: Hook, url: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/hooks/${tokens[0]}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ urls: [url] }),
  })
  return ((await response.json()) as { accepted: number }).accepted
}

/** A number field near the beginning of a response. */
function readCount(chunk: Buffer, field: string): number {
  const name = `"${field}":`
  const at = chunk.indexOf(name)
  if (at < 0) throw new Error(`A response without ${field}: ${chunk.toString('utf8', 0, 500)}`)
  return Number.parseInt(chunk.toString('latin1', at + name.length, at + name.length + 6), 10)
}
