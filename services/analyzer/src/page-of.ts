import type { DocumentFacts } from './document-facts.ts'
import type { Exchange } from './exchange.ts'
import { headerList } from './header-list.ts'
import type { Page } from './page.ts'

/** Puts together what the wire said and what the document says. */
export function pageOf(exchange: Exchange, facts: DocumentFacts, now: Date): Page {
  const { probes, url, headers, ...rest } = exchange
  return { ...rest, ...facts, ...probes, url: new URL(url), headers: headerList(headers), now }
}
