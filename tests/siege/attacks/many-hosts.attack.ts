import { once } from 'node:events'
import { type Attack, usualBounds } from '../attack.ts'
import { submitBatch } from '../harness/call-api.ts'

const hosts = 3_000

/** Each host needs a separate request to the engine: rotation by host favours the account with most hosts. */
export const attack: Attack = {
  name: 'many-hosts',
  does: 'one account submits 3,000 URLs on 3,000 subdomains of its project in one batch',
  victims: { delivery: { ...usualBounds, floorMs: 500 } },
  accounts: 1,
  // Every host's key is believed, so that each of them is a request that the engine takes.
  env: { SANDBOX_FETCH_KEY_FILES: 'false' },
  async run({ world, accounts: [attacker], signal, underWay }) {
    const { hookToken = '', project } = attacker ?? {}
    const urls = Array.from({ length: hosts }, (_, number) => `https://s${number}.${project}/`)
    await submitBatch(world, hookToken, urls)
    underWay()
    if (!signal.aborted) await once(signal, 'abort')
  },
}
