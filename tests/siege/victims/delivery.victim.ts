import { setTimeout as pause } from 'node:timers/promises'
import { askFor, newConnections } from './ask-http.ts'
import { timeoutMs, type VictimKind } from './victim.ts'

type Batch = { results: { status: string }[] }

export const victim: VictimKind = {
  does: 'one URL, from its webhook until the engine has it',
  intervalMs: 500,
  async open({ publicUrl }, { hookToken, project }) {
    const connections = newConnections()
    const hook = `${publicUrl}/api/hooks/${hookToken}`
    let asked = 0
    async function ask(): Promise<void> {
      const began = performance.now()
      const body = { urls: [`https://${project}/delivery/${asked++}`] }
      const sent = JSON.parse(await askFor(connections, `${hook}/submit`, { method: 'POST', body }, 202))
      for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs = performance.now() - began) {
        const text = await askFor(connections, `${hook}/batches/${sent.batch_id}`, { method: 'GET' }, 200)
        const status = (JSON.parse(text) as Batch).results[0]?.status
        if (status === 'delivered') return
        if (status === 'rejected' || status === 'dropped') throw new Error(`the delivery is ${status}`)
        // Exact to a tenth, without being an attack itself.
        await pause(Math.max(20, waitedMs / 10))
      }
      throw new Error(`not delivered after ${timeoutMs / 1_000} s`)
    }
    return { prepare: async () => ask, [Symbol.asyncDispose]: () => connections.destroy() }
  },
}
