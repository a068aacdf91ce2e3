import { Agent } from 'undici'
import { type Attack, usualBounds } from '../attack.ts'
import { keepAsking } from '../harness/keep-asking.ts'
import { openSignIn } from '../harness/open-sign-in.ts'
import { addressOf, sendFrom } from '../harness/send-from.ts'

/** Each guess costs memory and tens of milliseconds of a processor, of which there is a bounded amount. */
export const attack: Attack = {
  name: 'password-guesses',
  does: '50 guesses at once at the passwords of two accounts, each from a different address; their owners sign in',
  victims: { 'sign-in': { ...usualBounds, floorMs: 300 } },
  async run({ world, signal, underWay }) {
    const connections = new Agent()
    const { headers, formToken } = await openSignIn(world.publicUrl, connections)
    await connections.close()
    const guess = (number: number) => {
      const { email = '' } = world.victims[number % world.victims.length] ?? {}
      const body = new URLSearchParams({ email, password: `guess-${number}`, form_token: formToken }).toString()
      return sendFrom(addressOf(number), `${world.publicUrl}/sign-in`, { method: 'POST', headers, body })
    }
    const status = await guess(0)
    if (status === 303 || status === 403) throw new Error(`A guess is answered ${status}.`)
    underWay()
    await keepAsking({ atOnce: 50, pauseMs: 10, maxRequests: 20_000, signal }, (number) => guess(number + 1))
  },
}
