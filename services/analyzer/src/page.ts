import type { DocumentFacts } from './document-facts.ts'
import type { Exchange } from './exchange.ts'
import type { HeaderList } from './header-list.ts'
import type { Probes } from './probes.ts'

/** Everything a check may ask about a page. It is data: nothing in it can reach the network. */
export type Page = Omit<Exchange, 'url' | 'headers' | 'probes'> &
  DocumentFacts &
  Probes & {
    /** The address that answered, after redirects. */
    url: URL
    headers: HeaderList
    /** The moment of the analysis, so that a check about dates needs no clock. */
    now: Date
  }
