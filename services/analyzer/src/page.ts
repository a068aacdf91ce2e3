import type { DocumentFacts } from './document-facts.ts'
import type { Exchange } from './exchange.ts'
import type { HeaderList } from './header-list.ts'
import type { Probes } from './probes.ts'
import type { RobotsFile } from './robots-rules.ts'

/** Everything a check may ask about a page. It is data: nothing in it can reach the network. */
export type Page = Omit<Exchange, 'url' | 'headers' | 'probes'> &
  DocumentFacts &
  Probes & {
    /** The address that answered, after redirects. */
    url: URL
    headers: HeaderList
    /** What robots.txt says; nothing where there is none or it could not be read. */
    robotsFile: RobotsFile
    /** The moment of the analysis, so that a check about dates needs no clock. */
    now: Date
  }
