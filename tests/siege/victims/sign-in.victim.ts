import { openSignIn } from '../harness/open-sign-in.ts'
import { askFor, newConnections } from './ask-http.ts'
import type { VictimKind } from './victim.ts'

/** From a network that has signed in to the account before. */
export const victim: VictimKind = {
  does: 'sign-in of an account with its own password',
  intervalMs: 1_000,
  async open({ publicUrl }, { email, password }) {
    const connections = newConnections()
    const { headers, formToken } = await openSignIn(publicUrl, connections)
    const body = new URLSearchParams({ email, password, form_token: formToken }).toString()
    const ask = () => askFor(connections, `${publicUrl}/sign-in`, { method: 'POST', headers, body }, 303)
    await ask()
    return { prepare: async () => ask, [Symbol.asyncDispose]: () => connections.destroy() }
  },
}
