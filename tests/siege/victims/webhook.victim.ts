import { askFor, newConnections } from './ask-http.ts'
import type { VictimKind } from './victim.ts'

export const victim: VictimKind = {
  does: 'webhook of one URL, by the gateway',
  intervalMs: 100,
  async open({ publicUrl }, { hookToken, project }) {
    const connections = newConnections()
    let asked = 0
    return {
      async prepare() {
        const body = { urls: [`https://${project}/webhook/${asked++}`] }
        return () => askFor(connections, `${publicUrl}/api/hooks/${hookToken}/submit`, { method: 'POST', body }, 202)
      },
      [Symbol.asyncDispose]: () => connections.destroy(),
    }
  },
}
