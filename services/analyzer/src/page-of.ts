import type { Exchange } from './exchange.ts'
import { headerList } from './header-list.ts'
import type { Page } from './page.ts'
import { readDocument } from './read-document.ts'

/** Puts together what the wire said and what the document says. */
export function pageOf(exchange: Exchange, now: Date): Page {
  const { html, probes, url, headers, ...rest } = exchange
  const facts = readDocument(html, exchange.htmlBytes)
  return { ...rest, ...facts, ...probes, url: new URL(url), headers: headerList(headers), now }
}
