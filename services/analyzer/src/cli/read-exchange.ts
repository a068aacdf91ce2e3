import { readCharset } from '@pagebell/safe-fetch/charset'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { Exchange, RobotsAnswer } from '../fetching/exchange.ts'
import { noProbes } from '../fetching/exchange.ts'

type Recorded = {
  url: string
  status?: number
  headers?: [string, string][] | Record<string, string>
  html?: string
  robots?: RobotsAnswer | string | null
}

/**
 * Parses a line of an exchange file. `robots` null stands for a 404, `robots.status` null for a failed connection. Throws a
 * SyntaxError.
 */
export function readExchange(line: string): { exchange: Exchange; body: Buffer } {
  const recorded: unknown = JSON.parse(line)
  if (!isRecorded(recorded)) throw new SyntaxError('No exchange.')
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

function isRecorded(value: unknown): value is Recorded {
  if (typeof value !== 'object' || value === null || !('url' in value) || typeof value.url !== 'string') return false
  const { headers = [], html = '', status = 200 } = value as Partial<Record<keyof Recorded, unknown>>
  const pairs = typeof headers === 'object' && headers !== null ? Object.entries(headers) : [['', null]]
  const texts = Array.isArray(headers) ? headers.flat() : pairs.flat()
  return typeof html === 'string' && typeof status === 'number' && texts.every((text) => typeof text === 'string')
}

function readRobots(robots: Recorded['robots']): RobotsAnswer {
  if (typeof robots === 'string') return { status: 200, body: robots }
  return robots ?? { status: 404, body: null }
}
