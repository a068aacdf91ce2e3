import { gzipSync } from 'node:zlib'
import { fault } from '@pagebell/faults/fault'
import type {
  ChangingBlock__Output as Block,
  Page__Output as Page,
  CheckUrlsRequest__Output as Tried,
  Verdict__Output as Verdict,
} from '@pagebell/protos/pages/v1/pages'
import { Pages } from '@pagebell/rpc/contracts'
import { fakeService } from './fake-service.ts'
import { listPage } from './list-page.ts'

export function fakePages() {
  const kept = new Map<string, Page[]>()
  const rules = new Map<string, string>()
  /** By token; a file of each project that has turned its sitemap on. */
  const sitemaps = new Map<string, { project_id: string; gzip: Buffer; version: string }>()
  const blocks: Block[] = []
  const tried: Tried[] = []
  const verdicts = new Map<string, Verdict[]>()
  /** What a check finds, by URL. */
  const found = new Map<string, object>()
  /** While another check of the account is running. */
  const state = { isChecking: false }

  const service = fakeService(Pages, {
    async listPages(request) {
      const pages = kept.get(request.project_id) ?? []
      const { rows, next_cursor } = listPage(
        pages.filter(({ url }) => request.url === undefined || url === request.url),
        request,
      )
      return { pages: rows, next_cursor }
    },
    async getPageRules({ project_id }) {
      return { rules_json: rules.get(project_id) ?? '{}' }
    },
    async putPageRules({ project_id, rules_json }) {
      rules.set(project_id, rules_json)
      return { rules_json }
    },
    async listChangingBlocks() {
      return { blocks }
    },
    async countChangingBlock({ id }) {
      const place = blocks.findIndex((block) => block.id === id)
      if (place === -1) throw fault('not_found', 'There is no such block.')
      blocks.splice(place, 1)
      return {}
    },
    async getLastmodSitemap({ project_id }) {
      const [token] = [...sitemaps].find(([, sitemap]) => sitemap.project_id === project_id) ?? []
      return token === undefined ? { pages: 0 } : { token, created_at: '2026-11-21T10:00:00.000Z', pages: 3 }
    },
    async rotateLastmodSitemap({ project_id }) {
      const token = `token-of-${sitemaps.size + 1}`.padEnd(22, '0')
      sitemaps.set(token, { project_id, gzip: gzipSync('<urlset/>'), version: '1' })
      return { token, created_at: '2026-11-21T10:00:00.000Z', pages: 3 }
    },
    async deleteLastmodSitemap({ project_id }) {
      for (const [token, sitemap] of sitemaps) if (sitemap.project_id === project_id) sitemaps.delete(token)
      return {}
    },
    async readLastmodSitemap({ token, part }) {
      const file = part === undefined ? sitemaps.get(token) : undefined
      if (file === undefined) throw fault('not_found', 'There is no such sitemap.')
      return file
    },
    async listVerdicts({ project_id, url }) {
      return { verdicts: verdicts.get(`${project_id} ${url}`) ?? [] }
    },
    async countVerdicts() {
      return { days: 30, counts: [], is_complete: true }
    },
    async checkUrls(request) {
      if (state.isChecking) throw fault('rate_limited', 'Another check is running.', { retryAfterSeconds: 5 })
      tried.push(request)
      return {
        urls: request.urls.map((url) => ({
          url,
          verdict: 'skip',
          reason: 'unchanged',
          status: 200,
          changed: [],
          ...found.get(url),
        })),
      }
    },
  })
  return { service, kept, blocks, tried, verdicts, found, state }
}
