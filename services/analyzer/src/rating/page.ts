import { parseRobots, type RobotsFile } from '@pagebell/html/robots-rules'
import type { DocumentFacts } from '../document/document-facts.ts'
import type { Exchange, Probes } from '../fetching/exchange.ts'

/** Everything a check may use: plain data, from which the network cannot be reached. */
export type Page = Omit<Exchange, 'url' | 'headers' | 'probes'> &
  DocumentFacts &
  Probes & {
    /** The address that responded, after redirects. */
    url: URL
    headers: HeaderList
    /** The parsed robots.txt; empty where there is none or it could not be read. */
    robotsFile: RobotsFile
    /** The time of the analysis, so that checks about dates need no clock. */
    now: Date
  }

/** Response headers in the order of arrival; names are case-insensitive (RFC 9110). */
export type HeaderList = {
  get(name: string): string | null
  all(name: string): string[]
}

/** What is known of a page without its document. */
export type ExchangeFacts = Omit<Page, keyof DocumentFacts>

/** Combines the exchange and the facts of the document. */
export function pageOf(exchange: Exchange, facts: DocumentFacts, now: Date): Page {
  return { ...exchangeFacts(exchange, now), ...facts }
}

export function exchangeFacts(exchange: Exchange, now: Date): ExchangeFacts {
  const { probes, url, headers, ...rest } = exchange
  const { status, body } = exchange.robots
  const isThere = status !== null && status < 300
  const robotsFile = parseRobots(isThere ? (body ?? '') : '')
  return { ...rest, ...probes, url: new URL(url), headers: headerList(headers), robotsFile, now }
}

function headerList(pairs: Exchange['headers']): HeaderList {
  const byName = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const key = name.toLowerCase()
    byName.set(key, [...(byName.get(key) ?? []), value.trim()])
  }
  return {
    get: (name) => byName.get(name)?.join(', ') ?? null,
    all: (name) => byName.get(name) ?? [],
  }
}
