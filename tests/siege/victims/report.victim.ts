import { askFor, newConnections } from './ask-http.ts'
import type { VictimKind } from './victim.ts'

export const victim: VictimKind = {
  does: 'report of the sample site, until it is rated',
  intervalMs: 1_500,
  async open({ publicUrl, sampleSiteUrl }, { key }) {
    const connections = newConnections()
    let asked = 0
    async function ask(): Promise<void> {
      const headers = { authorization: `Bearer ${key}`, prefer: 'wait=20' }
      const body = { url: `${sampleSiteUrl}/?report=${asked++}` }
      const text = await askFor(connections, `${publicUrl}/api/v1/reports`, { method: 'POST', headers, body }, 201)
      const { data } = JSON.parse(text) as { data: { status: string } }
      if (data.status !== 'done') throw new Error(`the report is ${data.status}`)
    }
    return { prepare: async () => ask, [Symbol.asyncDispose]: () => connections.destroy() }
  },
}
