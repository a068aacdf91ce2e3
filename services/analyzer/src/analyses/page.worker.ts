import { deserialize, serialize } from 'node:v8'
import type { PageRules } from '@pagebell/page-content/page-rules'
import { type CharsetFacts, decodeText } from '@pagebell/safe-fetch/charset'
import type { Answer, startTask } from '@pagebell/worker-pool/worker-task'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { DocumentFacts } from '../document/document-facts.ts'
import { readDocument } from '../document/read-document.ts'
import type { Exchange } from '../fetching/exchange.ts'
import { declaredSitemaps, sampleLinks } from '../fetching/probe-targets.ts'
import { loadChecks } from '../rating/load-checks.ts'
import { type RatedPage, ratePage } from '../rating/rate-page.ts'
import { compareReceived, explainHash, type ReceivedPage } from './explain-content.ts'

export type Task =
  | typeof startTask
  | { kind: 'read'; body: Uint8Array; charset: CharsetFacts; url: string }
  | { kind: 'sitemaps'; robots: string }
  | { kind: 'rate'; exchange: Exchange; facts: Uint8Array; now: Date }
  | { kind: 'explain-hash'; page: ReceivedPage; rules: PageRules }
  | { kind: 'compare'; before: ReceivedPage; after: ReceivedPage; rules: PageRules }
export type Rated = RatedPage & { thrown: { id: string; message: string }[] }
/**
 * The result for the main thread. `facts` are bytes that only this thread deserializes: cloning them as objects would
 * block the main thread for as long as a hostile page wants (ADR 50).
 */
export type ReadPage = { facts: Uint8Array; hasIcon: boolean; links: string[] }

const checks = await loadChecks()

/** Runs in a separate thread with a memory limit: a hostile page can terminate the thread but not the service. */
export default function work(task: Task): unknown {
  try {
    return task.kind === 'read' ? handOver(read(task)) : { result: answerTo(task) }
  } catch (error) {
    return { threw: String(error) } satisfies Answer
  }
}

function answerTo(task: Exclude<Task, { kind: 'read' }>): unknown {
  switch (task.kind) {
    case 'start':
      return undefined
    case 'sitemaps':
      return declaredSitemaps(task.robots)
    case 'rate':
      return rate(task)
    case 'explain-hash':
      return explainHash(task.page, task.rules)
    case 'compare':
      return compareReceived(task.before, task.after, task.rules)
  }
}

function read({ body, charset, url }: Extract<Task, { kind: 'read' }>): ReadPage {
  const facts = readDocument(decodeText(body, charset), body.length)
  const hasIcon = facts.links.some(({ rel, href }) => href && rel.includes('icon'))
  return { facts: serialize(facts), hasIcon, links: sampleLinks(url, facts) }
}

/** Transfers the bytes of the facts instead of copying them. */
function handOver(page: ReadPage): unknown {
  return move({ [transferableSymbol]: [page.facts.buffer], [valueSymbol]: { result: page } satisfies Answer })
}

function rate({ exchange, facts, now }: Extract<Task, { kind: 'rate' }>): Rated {
  const thrown: Rated['thrown'] = []
  const onThrow = (id: string, error: unknown) => thrown.push({ id, message: String(error) })
  return { ...ratePage(checks, exchange, deserialize(facts) as DocumentFacts, now, onThrow), thrown }
}
