import { randomUUID } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import type {
  Delivery__Output as Delivery,
  ListDeliveriesRequest__Output as ListRequest,
} from '@pagebell/protos/notifier/v1/notifier'
import { Deliveries, DeliveryCounts } from '@pagebell/rpc/contracts'
import { fakeService } from './fake-service.ts'
import { listPage } from './list-page.ts'

export function fakeDeliveries() {
  const deliveries: (Delivery & { account_id: string })[] = []
  const listed: ListRequest[] = []
  const requeued: object[] = []

  function add(account_id: string, project: string, url: string): Delivery {
    const batch_id = randomUUID()
    const submitted_at = new Date().toISOString()
    const sent = {
      status: 'delivered',
      attempts: 1,
      engine: 'indexnow',
      engine_status: 200,
      delivered_at: submitted_at,
    }
    const delivery = {
      account_id,
      id: randomUUID(),
      batch_id,
      project,
      channel: 'indexnow',
      action: 'update',
      url,
      submitted_at,
      checked: null,
      ...sent,
    }
    deliveries.push(delivery)
    return delivery
  }

  const attemptsOf = ({ submitted_at: asked_at }: Delivery) => [
    { id: randomUUID(), asked_at, took_ms: 40, engine: 'indexnow', urls: 2, outcome: 'retry', reason: 'timeout' },
    {
      id: randomUUID(),
      asked_at,
      took_ms: 7,
      engine: 'indexnow',
      urls: 1,
      outcome: 'delivered',
      engine_status: 200,
      engine_message: 'OK',
    },
  ]

  const service = fakeService(Deliveries, {
    async listDeliveries(request) {
      listed.push(request)
      const ofProject = deliveries.filter(
        (one) => one.account_id === request.account_id && one.project === request.project,
      )
      const { rows, next_cursor } = listPage(
        ofProject.filter((one) => request.url === undefined || one.url === request.url),
        request,
      )
      return { deliveries: rows, next_cursor }
    },
    async getDelivery({ account_id, project, delivery_id }) {
      const isRequested = (one: (typeof deliveries)[number]) =>
        one.id === delivery_id && one.account_id === account_id && one.project === project
      const delivery = deliveries.find(isRequested)
      if (delivery === undefined) throw fault('not_found', 'There is no such delivery.')
      return { delivery, attempts: attemptsOf(delivery) }
    },
    async requeueDeliveries(request) {
      requeued.push(request)
      // Three portions of what was rejected, the second of which has nothing of this project.
      const place = ['', 'b', 'c'].indexOf(request.cursor ?? '')
      if (request.rejected_since === undefined || place === 2) return { count: 2 }
      return place === 0 ? { count: 3, next_cursor: 'b' } : { count: 0, next_cursor: 'c' }
    },
  })
  const countsService = fakeService(DeliveryCounts, {
    async countStatuses() {
      return { statuses: [] }
    },
    async listEndedHours() {
      return { hours: [] }
    },
    async countEnded() {
      return { projects: [] }
    },
    async measureTimes({ project }) {
      const channels = [{ channel: 'indexnow', delivered: 7, p50_ms: 1_234.5, p95_ms: 60_000 }]
      return { channels: project === 'example.com' ? channels : [] }
    },
  })
  return { services: [service, countsService], listed, requeued, add }
}
