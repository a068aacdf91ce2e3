import { openSource } from '../harness/open-source.ts'
import { askFor, newConnections } from './ask-http.ts'
import type { VictimKind } from './victim.ts'

/** With two victims there are ten. */
const sourcesOfVictim = 5

export const victim: VictimKind = {
  does: 'delivery of one URL to one of ten sources, by the gateway',
  intervalMs: 100,
  async open(world, customer) {
    const connections = newConnections()
    const urls: string[] = []
    for (let number = 0; number < sourcesOfVictim; number += 1)
      urls.push(await openSource(world, customer, `Site ${number}`))
    let asked = 0
    return {
      async prepare() {
        const url = urls[asked % urls.length] ?? ''
        const body = { urls: [`https://${customer.project}/source/${asked++}`] }
        return () => askFor(connections, url, { method: 'POST', body }, 202)
      },
      [Symbol.asyncDispose]: () => connections.destroy(),
    }
  },
}
