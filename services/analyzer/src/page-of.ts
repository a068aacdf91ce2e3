import type { DocumentFacts } from './document-facts.ts'
import type { Exchange } from './exchange.ts'
import { headerList } from './header-list.ts'
import type { Page } from './page.ts'
import { parseRobots } from './robots-rules.ts'

/** Puts together what the wire said and what the document says. */
export function pageOf(exchange: Exchange, facts: DocumentFacts, now: Date): Page {
  const { probes, url, headers, ...rest } = exchange
  const { status, body } = exchange.robots
  const isThere = status !== null && status < 300
  const robotsFile = parseRobots(isThere ? (body ?? '') : '')
  return { ...rest, ...facts, ...probes, url: new URL(url), headers: headerList(headers), robotsFile, now }
}
