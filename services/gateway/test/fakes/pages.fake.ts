import type { Page__Output as Page, CheckUrlsRequest__Output as Tried } from '@pagebell/protos/pages/v1/pages'
import { Pages } from '@pagebell/rpc/contracts'
import { fakeService } from './fake-service.ts'
import { listPage } from './list-page.ts'

export function fakePages() {
  const kept = new Map<string, Page[]>()
  const rules = new Map<string, string>()
  const tried: Tried[] = []

  const service = fakeService(Pages, {
    async listPages(request) {
      const { rows, next_cursor } = listPage(kept.get(request.project_id) ?? [], request)
      return { pages: rows, next_cursor }
    },
    async getPageRules({ project_id }) {
      return { rules_json: rules.get(project_id) ?? '{}' }
    },
    async putPageRules({ project_id, rules_json }) {
      rules.set(project_id, rules_json)
      return { rules_json }
    },
    async listVerdicts() {
      return { verdicts: [] }
    },
    async checkUrls(request) {
      tried.push(request)
      return {
        urls: request.urls.map((url) => ({ url, verdict: 'skip', reason: 'unchanged', status: 200, changed: [] })),
      }
    },
  })
  return { service, kept, tried }
}
