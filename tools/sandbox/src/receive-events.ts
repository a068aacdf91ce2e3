import type { FastifyInstance } from 'fastify'

/** The oldest are dropped first. */
const maxEvents = 1_000

type Received = { at: string; id: unknown; timestamp: unknown; signature: unknown; body: unknown }

/** Receives a project's events, unverified, and lists them. */
export function receiveEvents(app: FastifyInstance): void {
  const events: Received[] = []
  app.post('/events', (request, reply) => {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request.headers
    events.push({ at: new Date().toISOString(), id, timestamp, signature, body: request.body })
    if (events.length > maxEvents) events.shift()
    return reply.code(204).send()
  })
  app.get('/events', () => ({ events }))
  app.delete('/events', (_request, reply) => {
    events.length = 0
    return reply.code(204).send()
  })
}
