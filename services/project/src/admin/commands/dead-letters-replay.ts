import { replayDeadLetters } from '@pagebell/broker/dead-letters'
import type { Command } from '../command.ts'

export const deadLettersReplay: Command = {
  name: 'dead-letters replay',
  summary: 'Sends dead letters to their consumers again.',
  options: {
    queue: { placeholder: 'Q', description: 'one queue, such as notifier.urls.submitted.v1; all if left out' },
  },
  async run({ queue }, { broker: { url, prefix } }) {
    const replayed = await replayDeadLetters(url, queue === undefined ? { prefix } : { prefix, queue })
    const lines = Object.entries(replayed).map(([name, count]) => `${name}: ${count} sent again`)
    return { json: { replayed }, lines: lines.length === 0 ? ['No dead letters.'] : lines }
  },
}
