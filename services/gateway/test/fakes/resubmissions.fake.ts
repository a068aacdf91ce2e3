import { randomUUID } from 'node:crypto'
import type {
  ForcedBatch__Output as ForcedBatch,
  ForceUrlsRequest__Output as ForceRequest,
} from '@pagebell/protos/intake/v1/forced_batches'
import { ForcedBatches } from '@pagebell/rpc/contracts'
import { fakeService } from './fake-service.ts'
import { listPage } from './list-page.ts'

export function fakeResubmissions() {
  const forced: ForceRequest[] = []
  const kept = new Map<string, ForcedBatch[]>()

  const service = fakeService(ForcedBatches, {
    async forceUrls(request) {
      forced.push(request)
      const { urls, channel = 'indexnow', action, reason, key_id } = request
      const batch_id = randomUUID()
      const forced_at = new Date().toISOString()
      const batch = { batch_id, reason, channel, action, urls: urls.length, forced_at, ...(key_id && { key_id }) }
      kept.set(request.project_id, [batch, ...(kept.get(request.project_id) ?? [])])
      const results = urls.map((url) => ({ url, verdict: 'accepted' }))
      return { batch_id, accepted: urls.length, duplicates: 0, rejected: 0, results }
    },
    async listForcedBatches(request) {
      const { rows, next_cursor } = listPage(kept.get(request.project_id) ?? [], request)
      return { batches: rows, next_cursor }
    },
  })
  return { service, forced }
}
