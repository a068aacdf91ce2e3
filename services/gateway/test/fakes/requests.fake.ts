import type { WebhookRequest__Output as WebhookRequest } from '@pagebell/protos/intake/v1/requests'
import { Requests } from '@pagebell/rpc/contracts'
import { fakeService } from './fake-service.ts'
import { listPage } from './list-page.ts'

export function fakeRequests() {
  const kept = new Map<string, WebhookRequest[]>()

  const service = fakeService(Requests, {
    async listRequests(request) {
      const logged = kept.get(request.project_id) ?? []
      const { source_id } = request
      const all = source_id === undefined ? logged : logged.filter((one) => one.source_id === source_id)
      const matching = request.refused === undefined ? all : all.filter((one) => one.status >= 400 === request.refused)
      const { rows, next_cursor } = listPage(matching, request)
      return { requests: rows, next_cursor }
    },
    async getRequest() {
      throw new Error('The gateway does not call this.')
    },
  })
  return {
    service,
    add(projectId: string, ...requests: WebhookRequest[]): void {
      kept.set(projectId, [...(kept.get(projectId) ?? []), ...requests])
    },
  }
}
