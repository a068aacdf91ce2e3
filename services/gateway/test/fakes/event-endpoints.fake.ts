import { fault } from '@pagebell/faults/fault'
import { EventEndpoints, ProjectEndpoints } from '@pagebell/rpc/contracts'
import { fakeService } from './fake-service.ts'

const at = '2026-11-21T10:00:00.000Z'
const id = '0199c0de-5a1e-7c3a-9b51-3f6c1e0d7a42'

type Kept = { name: string; format: string; url: string; events: string[]; enabled: boolean }

/** The notifier's events, with one endpoint kept in memory. */
export function fakeEventEndpoints() {
  const asked: object[] = []
  let endpoint: Kept | undefined

  function shown() {
    if (endpoint === undefined) throw fault('not_found', 'The project has no endpoint for events.')
    const disabled = { disabled_reason: 'gone', disabled_at: at, note: 'The receiver answered 410.' }
    const known = { id, last_four: 'abcd', created_at: at, updated_at: at }
    return { ...known, ...endpoint, all_events: endpoint.events.length === 0, ...(!endpoint.enabled && disabled) }
  }
  function requirePublic(url: string) {
    if (url === 'http://10.0.0.1/')
      throw fault('invalid', 'url cannot be used.', { errors: { url: ['Use an address of the public web.'] } })
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
  const alike = {
    getEndpoint: async () => shown(),
    async rotateSecret(request: object) {
      asked.push(request)
      return { endpoint: { ...shown(), previous_last_four: 'abcd', previous_until: at }, secret: 'whsec_rotated' }
    },
    async deleteEndpoint() {
      const gone = shown()
      endpoint = undefined
      return { id: gone.id }
    },
    async sendTest(request: object) {
      asked.push(request)
      shown()
      return { ...event, type: 'test' }
    },
    async listEvents(request: object) {
      asked.push(request)
      return { events: [event], next_cursor: 'further' }
    },
  }
  const ofProject = fakeService(ProjectEndpoints, {
    ...alike,
    listEndpoints: async () => ({ endpoints: endpoint === undefined ? [] : [shown()], limit: 10 }),
    async createEndpoint({ name = 'receiver.example', url: plain, receiver, events, ...request }) {
      const { format, url } = receiver ?? { format: 'pagebell', url: plain }
      requirePublic(url)
      if (endpoint !== undefined)
        throw fault('conflict', 'A project can have at most 1 event endpoints.', { code: 'too_many_endpoints' })
      asked.push({ ...request, url: plain, receiver })
      endpoint = { name, format, url, events, enabled: true }
      return { endpoint: shown(), secret: 'whsec_new' }
    },
    async changeEndpoint({ name, url, events, enabled, ...request }) {
      asked.push({ ...request, name, url, events, enabled })
      const now = shown()
      requirePublic(url ?? '')
      const kept = { name: name ?? now.name, format: now.format, url: url ?? now.url, enabled: enabled ?? now.enabled }
      endpoint = { ...kept, events: events?.types ?? now.events }
      return shown()
    },
  })
  const older = fakeService(EventEndpoints, {
    ...alike,
    async putEndpoint({ url, events }) {
      requirePublic(url)
      const secret = endpoint === undefined ? 'whsec_new' : ''
      endpoint = { name: 'default', format: '', url, events, enabled: true }
      return { endpoint: shown(), secret }
    },
    async setEndpointEnabled({ enabled }) {
      endpoint = { ...shown(), enabled }
      return shown()
    },
    reencryptSecrets: async () => ({ count: 0 }),
  })
  return { services: [ofProject, older], asked }
}
