import { setTimeout as pause } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import { openSource } from '../harness/open-source.ts'
import { addressOf, sendFrom } from '../harness/send-from.ts'

const requestsPerSecond = 100
const maxRequests = 20_000

/** A shop that imports its catalogue: as many deliveries as one source takes, each a separate transaction. */
export const attack: Attack = {
  name: 'busy-source',
  does: 'one source gets 100 deliveries a second, each of one new URL',
  victims: { source: { ratio: 2, floorMs: 100 }, webhook: { ratio: 2, floorMs: 100 } },
  accounts: 1,
  env: { SANDBOX_FETCH_KEY_FILES: 'false' },
  async run({ world, accounts: [attacker], signal, underWay }) {
    if (attacker === undefined) throw new Error('The attack has no account.')
    const url = await openSource(world, attacker, 'Import')
    const headers = { 'content-type': 'application/json' }
    const statuses = new Map<number | undefined, number>()
    const underWayNow = new Set<Promise<void>>()
    const send = async (number: number): Promise<void> => {
      const body = JSON.stringify({ urls: [`https://${attacker.project}/product/${number}`] })
      const status = await sendFrom(addressOf(number % 8), url, { method: 'POST', headers, body })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }

    underWay()
    const began = performance.now()
    let sent = 0
    for (; sent < maxRequests && !signal.aborted; sent += 1) {
      const pauseMs = began + (sent * 1_000) / requestsPerSecond - performance.now()
      if (pauseMs > 0) await pause(pauseMs)
      const sending = send(sent).finally(() => underWayNow.delete(sending))
      underWayNow.add(sending)
    }
    await Promise.all(underWayNow)
    // Its own limit is 100 requests a second, counted over ten.
    const accepted = statuses.get(202) ?? 0
    if (accepted < 0.9 * sent) throw new Error(`${accepted} of ${sent} were accepted: ${JSON.stringify([...statuses])}`)
  },
}
