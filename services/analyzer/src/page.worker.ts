import { deserialize, serialize } from 'node:v8'
import { type CharsetFacts, decodeText } from '@pagebell/safe-fetch/charset'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { declaredSitemaps } from './declared-sitemaps.ts'
import type { DocumentFacts } from './document-facts.ts'
import type { Exchange } from './exchange.ts'
import { loadChecks } from './load-checks.ts'
import { type RatedPage, ratePage } from './rate-page.ts'
import { readDocument } from './read-document.ts'
import { sampleLinks } from './sample-links.ts'

export type Task =
  | { kind: 'wake' }
  | { kind: 'read'; body: Uint8Array; charset: CharsetFacts; url: string }
  | { kind: 'sitemaps'; robots: string }
  | { kind: 'rate'; exchange: Exchange; facts: Uint8Array; now: Date }
export type Rated = RatedPage & { thrown: { id: string; message: string }[] }
/**
 * What the main thread is told of a page, a few kilobytes at most. `facts` are bytes that only this thread reads: to copy
 * them as objects would keep the main thread busy for as long as a hostile page wants.
 */
export type ReadPage = { facts: Uint8Array; hasIcon: boolean; links: string[] }

const checks = await loadChecks()

/** What the thread answers: a result, or that reading this page throws, which no second try would change. */
export type Answer = { result: unknown } | { threw: string }

/** Runs in a thread of its own with a memory limit: what a hostile page can stop is this thread, not the service. */
export default function work(task: Task): unknown {
  try {
    return task.kind === 'read' ? handOver(read(task)) : { result: answerTo(task) }
  } catch (error) {
    return { threw: String(error) } satisfies Answer
  }
}

function answerTo(task: Exclude<Task, { kind: 'read' }>): unknown {
  switch (task.kind) {
    case 'wake':
      return undefined
    case 'sitemaps':
      return declaredSitemaps(task.robots)
    case 'rate':
      return rate(task)
  }
}

function read({ body, charset, url }: Extract<Task, { kind: 'read' }>): ReadPage {
  const facts = readDocument(decodeText(body, charset), body.length)
  const hasIcon = facts.links.some(({ rel, href }) => href && rel.includes('icon'))
  return { facts: serialize(facts), hasIcon, links: sampleLinks(url, facts) }
}

/** The bytes of the facts change hands and are not copied. */
function handOver(page: ReadPage): unknown {
  return move({ [transferableSymbol]: [page.facts.buffer], [valueSymbol]: { result: page } satisfies Answer })
}

function rate({ exchange, facts, now }: Extract<Task, { kind: 'rate' }>): Rated {
  const thrown: Rated['thrown'] = []
  const onThrow = (id: string, error: unknown) => thrown.push({ id, message: String(error) })
  return { ...ratePage(checks, exchange, deserialize(facts) as DocumentFacts, now, onThrow), thrown }
}
