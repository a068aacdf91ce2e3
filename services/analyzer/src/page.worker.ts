import { type CharsetFacts, decodeText } from '@pagebell/safe-fetch/charset'
import type { DocumentFacts } from './document-facts.ts'
import type { Exchange } from './exchange.ts'
import { loadChecks } from './load-checks.ts'
import { type RatedPage, ratePage } from './rate-page.ts'
import { readDocument } from './read-document.ts'

export type Task =
  | { kind: 'wake' }
  | { kind: 'read'; body: Uint8Array; charset: CharsetFacts }
  | { kind: 'rate'; exchange: Exchange; facts: DocumentFacts; now: Date }
export type Rated = RatedPage & { thrown: { id: string; message: string }[] }

const checks = await loadChecks()

/** Runs in a thread of its own with a memory limit: what a hostile page can stop is this thread, not the service. */
export default function work(task: Task): DocumentFacts | Rated | undefined {
  if (task.kind === 'wake') return undefined
  if (task.kind === 'read') return readDocument(decodeText(task.body, task.charset), task.body.length)
  const thrown: Rated['thrown'] = []
  const onThrow = (id: string, error: unknown) => thrown.push({ id, message: String(error) })
  return { ...ratePage(checks, task.exchange, task.facts, task.now, onThrow), thrown }
}
