import { readCharset } from '@pagebell/safe-fetch/charset'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { Exchange, RobotsAnswer } from '../exchange.ts'
import { noProbes } from '../probes.ts'

type Recorded = {
  url: string
  status?: number
  headers?: [string, string][] | Record<string, string>
  html?: string
  robots?: RobotsAnswer | string | null
}

/** A line of an exchange file as the analyzer knows it; `robots` null is a 404, its `status` null no connection. */
export function readExchange(line: string): { exchange: Exchange; body: Buffer } {
  const recorded = JSON.parse(line) as Recorded
  if (!URL.canParse(recorded.url)) throw new FetchFailure('blocked_address', 'The address cannot be parsed.')
  const given = recorded.headers ?? []
  const headers = Array.isArray(given) ? given : Object.entries(given)
  const body = Buffer.from(recorded.html ?? '')
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null
  const exchange = {
    url: new URL(recorded.url).href,
    requestedUrl: recorded.url,
    status: recorded.status ?? 200,
    headers,
    htmlBytes: body.length,
    charset: readCharset(body, contentType),
    robots: readRobots(recorded.robots),
    redirects: null,
    ttfbMs: null,
    tls: null,
    probes: noProbes,
  }
  return { exchange, body }
}

function readRobots(robots: Recorded['robots']): RobotsAnswer {
  if (typeof robots === 'string') return { status: 200, body: robots }
  return robots ?? { status: 404, body: null }
}
