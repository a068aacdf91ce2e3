import type { TestSystem } from '../e2e/test-system.ts'
import type { Row } from './row.ts'

export type PartTools = {
  system: TestSystem
  /** Addresses of the site, where the part has one large site. */
  pages: number
  /** Ends the part: it rejects. */
  signal: AbortSignal
  say: (line: string) => void
}

/** One proof, on a separate system. */
export type Part = {
  /** As the file in parts/ is named. */
  name: string
  does: string
  /** What the system is started with beside the usual. */
  env: Record<string, string>
  run(tools: PartTools): Promise<Row[]>
}

/** Sites are on addresses of this machine: hosts differ, and the crawls of one host wait for each other. */
export const reachSites = { FETCH_ALLOW: '127.0.0.0/8' }
