import { listDeadLetters } from '@pagebell/broker/dead-letters'
import type { Command } from '../command.ts'

export const deadLettersList: Command = {
  name: 'dead-letters list',
  summary: 'Shows the messages that could not be dealt with, the oldest of each queue, and leaves them there.',
  options: { queue: { placeholder: 'Q', description: 'one queue, such as notifier.urls.submitted.v1' } },
  async run({ queue }, { broker }) {
    const { counts, letters } = await listDeadLetters(broker.url, which(broker.prefix, queue))
    const totals = Object.entries(counts).map(([name, count]) => `${name}: ${count}`)
    // A body can hold anything, and a terminal obeys some of it; JSON escapes that.
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

const which = (prefix: string, queue: string | undefined) => (queue === undefined ? { prefix } : { prefix, queue })
