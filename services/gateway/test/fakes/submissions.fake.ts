import { randomUUID } from 'node:crypto'
import type { SubmitUrlsRequest__Output as SubmitRequest } from '@pagebell/protos/intake/v1/submissions'
import { Submissions } from '@pagebell/rpc/contracts'
import { fakeService } from './fake-service.ts'

/** Intake's submissions by project; every URL is accepted. */
export function fakeSubmissions() {
  const submitted: SubmitRequest[] = []
  const service = fakeService(Submissions, {
    async submitUrls(request) {
      submitted.push(request)
      const results = request.urls.map((url) => ({ url, verdict: 'accepted' }))
      const batch = request.dry_run ? {} : { batch_id: randomUUID() }
      return { ...batch, accepted: results.length, duplicates: 0, rejected: 0, results }
    },
  })
  return { service, submitted }
}
