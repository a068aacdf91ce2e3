import { until } from '@pagebell/testing/until'
import { type Attack, usualBounds } from '../attack.ts'
import { submitBatch } from '../harness/call-api.ts'
import { keepAsking } from '../harness/keep-asking.ts'
import { addressOf, sendFrom } from '../harness/send-from.ts'

const urlsOfBatch = 10_000
const urlLength = 330

/** The status of a large batch is megabytes that are put together for one small request. */
export const attack: Attack = {
  name: 'batch-look-ups',
  does: 'one account polls in 40 loops from 8 addresses its batch of 10,000 URLs of 330 characters',
  victims: { webhook: usualBounds },
  accounts: 1,
  env: { SANDBOX_FETCH_KEY_FILES: 'false' },
  async run({ world, accounts: [attacker], signal, underWay }) {
    const { hookToken = '', project } = attacker ?? {}
    const urls = Array.from({ length: urlsOfBatch }, (_, number) =>
      `https://${project}/${number}/`.padEnd(urlLength, 'x'),
    )
    const batch = await submitBatch(world, hookToken, urls)
    const url = `${world.publicUrl}/api/hooks/${hookToken}/batches/${batch}`
    const getBatch = (address: number) => sendFrom(addressOf(address), url, { method: 'GET' })
    // Telling an engine of so many URLs is work as well, and not what is measured here.
    await until(
      'the batch is delivered',
      async () => {
        const answer = await fetch(url)
        const { counts } = (await answer.json()) as { counts?: Record<string, number> }
        // A few may have to be tried again, which takes a minute.
        if ((counts?.['delivered'] ?? 0) >= 0.9 * urlsOfBatch) return true
        throw new Error(`answered ${answer.status}: ${JSON.stringify(counts)}`)
      },
      120_000,
    )
    underWay()
    await keepAsking({ atOnce: 40, pauseMs: 250, maxRequests: 10_000, signal }, (_, loop) => getBatch(loop % 8))
  },
}
