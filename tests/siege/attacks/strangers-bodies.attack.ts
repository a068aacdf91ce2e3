import { mintToken } from '@pagebell/tokens/token'
import { type Attack, usualBounds } from '../attack.ts'
import { keepAsking } from '../harness/keep-asking.ts'
import { addressOf, sendFrom } from '../harness/send-from.ts'

const urls = Array.from({ length: 9_000 }, (_, number) => `https://stranger.example/${number}/`.padEnd(450, 'x'))

/** What is parsed before it is known whose it is costs a stranger nothing and the service a lot. */
export const attack: Attack = {
  name: 'strangers-bodies',
  does: '8 strangers send bodies of 4 MiB with well-formed tokens that they made up, one after the other',
  victims: { webhook: usualBounds },
  async run({ world, signal, underWay }) {
    const body = Buffer.from(JSON.stringify({ urls }))
    const headers = { 'content-type': 'application/json' }
    const send = (number: number) => {
      const url = `${world.publicUrl}/api/hooks/${mintToken('pbh_')}/submit`
      return sendFrom(addressOf(number % 8), url, { method: 'POST', headers, body })
    }
    const status = await send(0)
    // 503 where the machine is too busy to look the token up: what is wrong here is a body that is not even read.
    if (status !== 404 && status !== 503) throw new Error(`A made-up token is answered ${status}.`)
    underWay()
    await keepAsking({ atOnce: 8, restMs: 0, maxRequests: 20_000, signal }, (_, loop) => send(loop))
  },
}
