import { fault } from '@pagebell/faults/fault'
import { EventEndpoints } from '@pagebell/rpc/contracts'
import { fakeService } from './fake-service.ts'

const at = '2026-11-21T10:00:00.000Z'

/** The notifier's events, kept in memory. */
export function fakeEventEndpoints() {
  const asked: object[] = []
  let endpoint: { url: string; events: string[]; enabled: boolean } | undefined

  function shown() {
    if (endpoint === undefined) throw fault('not_found', 'The project has no endpoint for events.')
    const disabled = { disabled_reason: 'gone', disabled_at: at, note: 'The receiver answered 410.' }
    const known = { id: 'an-endpoint', last_four: 'abcd', created_at: at, updated_at: at }
    return { ...known, ...endpoint, ...(!endpoint.enabled && disabled) }
  }
  const event = {
    id: 'an-event',
    type: 'batch.completed',
    status: 'pending',
    created_at: at,
    next_at: at,
    body: '{"type":"batch.completed","data":{"delivered":3}}',
    attempts: [
      { at, took_ms: 12, status: 500, reason: 'http_500', answer: 'oh dear' },
      { at, took_ms: 15_000, reason: 'timeout', answer: '' },
    ],
  }
  const service = fakeService(EventEndpoints, {
    getEndpoint: async () => shown(),
    async putEndpoint({ url, events }) {
      if (url === 'http://10.0.0.1/')
        throw fault('invalid', 'url cannot be used.', { errors: { url: ['Use an address of the public web.'] } })
      const secret = endpoint === undefined ? 'whsec_new' : ''
      endpoint = { url, events, enabled: true }
      return { endpoint: shown(), secret }
    },
    async setEndpointEnabled({ enabled }) {
      shown()
      if (endpoint) endpoint.enabled = enabled
      return shown()
    },
    async rotateSecret(request) {
      asked.push(request)
      return { endpoint: { ...shown(), previous_last_four: 'abcd', previous_until: at }, secret: 'whsec_rotated' }
    },
    async deleteEndpoint() {
      const { id } = shown()
      endpoint = undefined
      return { id }
    },
    async sendTest(request) {
      asked.push(request)
      shown()
      return { ...event, type: 'test' }
    },
    async listEvents(request) {
      asked.push(request)
      return { events: [event], next_cursor: 'further' }
    },
    reencryptSecrets: async () => ({ count: 0 }),
  })
  return { service, asked }
}
