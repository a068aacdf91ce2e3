import { setTimeout as pause } from 'node:timers/promises'
import { startReceiver } from '@pagebell/testing/start-receiver'
import { askFor, newConnections } from './ask-http.ts'
import { timeoutMs, type VictimKind } from './victim.ts'

export const victim: VictimKind = {
  does: 'test event, from its request until the endpoint has it',
  intervalMs: 500,
  async open({ publicUrl }, { key, project }) {
    const connections = newConnections()
    const receiver = await startReceiver()
    const endpoints = `${publicUrl}/api/v1/projects/${project}/event-endpoints`
    const headers = { authorization: `Bearer ${key}` }
    const made = await askFor(connections, endpoints, { method: 'POST', headers, body: { url: receiver.url } }, 201)
    const endpoint = `${endpoints}/${(JSON.parse(made) as { data: { id: string } }).data.id}`

    async function ask(): Promise<void> {
      const began = performance.now()
      const text = await askFor(connections, `${endpoint}/test`, { method: 'POST', headers, body: {} }, 201)
      const { id } = (JSON.parse(text) as { data: { id: string } }).data
      while (!receiver.got.some((one) => one.headers['webhook-id'] === id)) {
        if (performance.now() - began > timeoutMs) throw new Error(`no event after ${timeoutMs / 1_000} s`)
        await pause(5)
      }
    }

    return {
      prepare: async () => ask,
      async [Symbol.asyncDispose]() {
        await connections.destroy()
        await receiver[Symbol.asyncDispose]()
      },
    }
  },
}
