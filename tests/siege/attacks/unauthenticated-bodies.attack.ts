import { mintToken } from '@pagebell/tokens/token'
import { type Attack, usualBounds } from '../attack.ts'
import { keepAsking } from '../harness/keep-asking.ts'
import { addressOf, sendFrom } from '../harness/send-from.ts'

const urls = Array.from({ length: 9_000 }, (_, number) => `https://stranger.example/${number}/`.padEnd(450, 'x'))

/** A body that is parsed before its token is checked costs an unauthenticated client little and the service much. */
export const attack: Attack = {
  name: 'unauthenticated-bodies',
  does: '8 clients send bodies of 4 MiB with well-formed invented tokens, one after the other',
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
    await keepAsking({ atOnce: 8, pauseMs: 0, maxRequests: 20_000, signal }, (_, loop) => send(loop))
  },
}
