import { randomUUIDv7 } from 'node:crypto'
import { boundedWords } from './bounded-words.ts'
import type { Outcome, Words } from './channel.ts'

/** What a request was answered, as it is kept: once for all URLs that it is the answer to. */
export type Answer = { id: string; outcome: Outcome['kind']; reason: string | null; words: Words | undefined }

/** The answers that differ, and each URL's end with the one that is its own. */
export function tellAnswersApart<End extends { outcome: Outcome }>(
  ends: End[],
): { answers: Answer[]; ended: (End & { answer: Answer })[] } {
  const answers = new Map<string, Answer>()
  // Most often all share one outcome, whose words are then looked at once.
  const known = new Map<Outcome, Answer>()
  const ended = ends.map((end) => {
    const seen = known.get(end.outcome)
    if (seen !== undefined) return { ...end, answer: seen }
    const read = readOutcome(end.outcome)
    const name = JSON.stringify(read)
    const answer = answers.get(name) ?? { id: randomUUIDv7(), ...read }
    answers.set(name, answer)
    known.set(end.outcome, answer)
    return { ...end, answer }
  })
  return { answers: [...answers.values()], ended }
}

function readOutcome(outcome: Outcome): Omit<Answer, 'id'> {
  const { kind, words } = outcome
  return {
    outcome: kind,
    reason: outcome.kind === 'delivered' ? null : outcome.reason,
    words: words && { status: words.status, message: boundedWords(words.message) },
  }
}
