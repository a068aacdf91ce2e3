import { once } from 'node:events'
import { until } from '@pagebell/testing/until'
import type { Attack } from '../attack.ts'
import { mapAtOnce } from '../harness/at-once.ts'
import { callApi } from '../harness/call-api.ts'
import { startSlowSite } from '../harness/start-slow-site.ts'

const reports = 200
const hosts = 16

/** Reports that wait for their hosts hold the places of those that would not have to. */
export const attack: Attack = {
  name: 'slow-hosts',
  does: '4 accounts ask for 200 reports of 16 hosts that answer after 12 s',
  victims: { report: { ratio: 2, floorMs: 500, maxAddedMs: 2_000 } },
  accounts: 4,
  env: { FETCH_ALLOW: '127.0.0.0/8' },
  async run({ world, accounts, signal, underWay }) {
    await using site = await startSlowSite(12_000)
    await mapAtOnce(8, reports, (number) => {
      const { key = '' } = accounts[number % accounts.length] ?? {}
      const url = `http://127.0.2.${(number % hosts) + 1}:${site.port}/${number}`
      return callApi(world, key, ['POST', '/reports'], { url })
    })
    await until('slow pages are being fetched', () => site.waiting() >= 4)
    underWay()
    if (!signal.aborted) await once(signal, 'abort')
  },
}
