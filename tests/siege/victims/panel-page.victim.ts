import { askFor, newConnections } from './ask-http.ts'
import type { VictimKind } from './victim.ts'

export const victim: VictimKind = {
  does: 'sign-in page of the panel, by the gateway',
  intervalMs: 100,
  async open({ publicUrl }) {
    const connections = newConnections()
    return {
      prepare: async () => () => askFor(connections, `${publicUrl}/sign-in`, { method: 'GET' }, 200),
      [Symbol.asyncDispose]: () => connections.destroy(),
    }
  },
}
