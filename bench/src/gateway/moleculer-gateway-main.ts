import { moleculerBroker } from './moleculer-broker.ts'
import { serveReports } from './reports-app.ts'

// The gateway of a Moleculer team that has Fastify in front, which is quicker than Moleculer's own gateway on Express-like
// middleware.
const broker = moleculerBroker('gateway')
await broker.start()
await broker.waitForServices('reports')

await serveReports({
  one: (accountId, id) => broker.call('reports.one', { accountId, id }),
  list: (accountId, perPage) => broker.call('reports.list', { accountId, perPage }),
})
