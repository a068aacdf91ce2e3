import { createServer } from 'node:http'
import type { Context } from 'moleculer'
import { moleculerBroker } from './moleculer-broker.ts'
import { reportReader } from './read-reports.ts'

// The report service as a Moleculer node.
const read = reportReader(process.env['DATABASE_URL'] ?? '')

const broker = moleculerBroker('service')
broker.createService({
  name: 'reports',
  actions: {
    one: ({ params }: Context<{ accountId: string; id: string }>) => read.one(params.accountId, params.id),
    list: ({ params }: Context<{ accountId: string; perPage: number }>) => read.list(params.accountId, params.perPage),
  },
})
await broker.start()
// The bench polls this port to learn when the service is ready: the service itself speaks only Moleculer's protocol.
createServer((_request, reply) => reply.end()).listen(Number(process.env['PORT']), '127.0.0.1')
