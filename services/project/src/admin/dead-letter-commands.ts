import { listDeadLetters, replayDeadLetters } from '@pagebell/broker/dead-letters'
import type { Command } from './command.ts'

export const deadLettersList: Command = {
  name: 'dead-letters list',
  summary: 'Shows the messages that could not be dealt with, the oldest of each queue, and leaves them there.',
  options: { queue: { placeholder: 'Q', description: 'one queue, such as notifier.urls.submitted.v1' } },
  async run({ queue }, { broker }) {
    const { counts, letters } = await listDeadLetters(broker.url, filterOf(broker.prefix, queue))
    const totals = Object.entries(counts).map(([name, count]) => `${name}: ${count}`)
    // A body can hold control characters that a terminal acts on; JSON escapes them.
    const lines = letters.map(({ queue: name, id, published_at, deliveries, error, body }) =>
      [
        name,
        id,
        published_at,
        `delivered ${deliveries} times`,
        ...[error, body].map((text) => JSON.stringify(text)),
      ].join('  '),
    )
    return { json: { counts, letters }, lines: totals.length === 0 ? ['No dead letters.'] : [...totals, ...lines] }
  },
}

/** All queues with the prefix, or one of them. */
const filterOf = (prefix: string, queue: string | undefined) => (queue === undefined ? { prefix } : { prefix, queue })

export const deadLettersReplay: Command = {
  name: 'dead-letters replay',
  summary: 'Sends dead letters to their consumers again.',
  options: {
    queue: { placeholder: 'Q', description: 'one queue, such as notifier.urls.submitted.v1; all if left out' },
  },
  async run({ queue }, { broker }) {
    const replayed = await replayDeadLetters(broker.url, filterOf(broker.prefix, queue))
    const lines = Object.entries(replayed).map(([name, count]) => `${name}: ${count} sent again`)
    return { json: { replayed }, lines: lines.length === 0 ? ['No dead letters.'] : lines }
  },
}
