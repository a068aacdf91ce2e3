import { randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import type {
  CreateReportsRequest__Output as CreateManyRequest,
  CreateReportRequest__Output as CreateRequest,
  Report__Output as Report,
} from '@pagebell/protos/report/v1/report'
import { Reports } from '@pagebell/rpc/contracts'
import { fakeService } from './fake-service.ts'
import { listPage } from './list-page.ts'

type Kept = Report & { account_id: string }

export function fakeReports() {
  const reports: Kept[] = []
  const created: CreateRequest[] = []
  const batches: CreateManyRequest[] = []
  const listed: object[] = []
  const waited: number[] = []
  const changed: object[] = []
  const compared: object[] = []
  const state = {
    goneProjects: 0,
    /** The new reports that a batch may have. */
    batchRoom: Number.POSITIVE_INFINITY,
    canWait: true,
    results: { title: { status: 'pass', points: 5, evidence: ['<title>'] } } as object,
    /** Lists that replace those of the comparison. */
    differences: {} as object,
    /** What refuses a new report. */
    refusal: undefined as Error | undefined,
  }

  function found(account_id: string, id: string): Kept {
    const report = reports.find((one) => one.account_id === account_id && one.id === id)
    if (report === undefined) throw fault('not_found', 'There is no such report.')
    return report
  }

  function add(account_id: string, url: string, privacy = 0): Kept {
    const project = new URL(url).hostname
    const generated_at = new Date().toISOString()
    const state = { status: 'queued', privacy, generated_at, version: 1, notes: [], listed: false }
    const report = { account_id, id: randomUUIDv7(), url, project, ...state }
    reports.push(report)
    return report
  }

  function rate(report: Kept): Kept {
    report.status = 'done'
    report.result = 'decent'
    report.score = 71
    report.analyzed_at = new Date().toISOString()
    report.ruleset = '1'
    report.results_json = Buffer.from(JSON.stringify(state.results))
    report.categories_json = Buffer.from(JSON.stringify({ seo: { score: 71, pass: 1, warn: 0, fail: 0 } }))
    report.version += 1
    return report
  }

  const service = fakeService(Reports, {
    async createReport(request) {
      if (state.goneProjects-- > 0) throw fault('conflict', 'The project is gone.', { code: 'project_gone' })
      if (state.refusal !== undefined) throw state.refusal
      created.push(request)
      const kept = reports.findLast(({ account_id, url }) => account_id === request.account_id && url === request.url)
      if (request.reuse && kept !== undefined) return { ...kept, results_json: undefined, reused: true }
      return add(request.account_id, request.url, request.privacy)
    },
    async createReports(request) {
      if (state.goneProjects-- > 0) throw fault('conflict', 'The project is gone.', { code: 'project_gone' })
      if (state.refusal !== undefined) throw state.refusal
      batches.push(request)
      let room = state.batchRoom
      const results = request.pages.map(({ url, refusal }) => {
        if (refusal != null) return { refusal }
        const kept = reports.findLast((one) => one.account_id === request.account_id && one.url === url)
        if (request.reuse && kept !== undefined) return { report_id: kept.id, reused: true }
        if (room <= 0)
          return { refusal: { code: 'analysis_limit_reached', message: 'Enough.', retry_after_seconds: 60 } }
        room -= 1
        return { report_id: add(request.account_id, url, request.privacy).id }
      })
      return { results }
    },
    async getReport({ account_id, id }) {
      return found(account_id, id)
    },
    async awaitReport({ account_id, id, wait_seconds }) {
      waited.push(wait_seconds)
      if (!state.canWait) throw fault('unavailable', 'Not now.')
      return rate(found(account_id, id))
    },
    async listReports(request) {
      listed.push(request)
      const ofAccount = reports.filter(({ account_id }) => account_id === request.account_id)
      const { rows, ...page } = listPage(ofAccount, request)
      return { reports: rows, ...page }
    },
    async changeReport({ account_id, id, ...change }) {
      changed.push(change)
      const report = found(account_id, id)
      report.privacy = change.privacy ?? report.privacy
      report.listed = change.listed ?? report.listed
      if (change.analyze_again) report.status = 'queued'
      report.version += 1
      return report
    },
    async deleteReport({ account_id, id }) {
      reports.splice(reports.indexOf(found(account_id, id)), 1)
      return { id }
    },
    async compareRuns({ account_id, id, run_id, with_run_id }) {
      const { generated_at: requested_at } = found(account_id, id)
      compared.push({ run_id, with_run_id })
      const result = { points: 0, weight: 9, message: 'No title.' }
      const [from, to] = [
        { ...result, status: 'warn', value: 'Hi', evidence: [{ title: 'Hi', length: 2 }] },
        { ...result, status: 'fail', value: null },
      ]
      const lists = {
        worse: [{ check: 'title', from, to }],
        better: [],
        new: [],
        gone: [],
        changed: [],
        values: [{ check: 'ttfb', from, to: { ...from, value: 7 } }],
        ...state.differences,
      }
      const done = { status: 'done', result: 'good', score: 90, requested_at }
      return {
        run: { ...done, run_id },
        with: { ...done, run_id: with_run_id ?? randomUUIDv7() },
        checks_json: Buffer.from(JSON.stringify(lists)),
      }
    },
    async listRuns({ account_id, id }) {
      const { generated_at } = found(account_id, id)
      const changes_json = Buffer.from('{"title":{"from":"fail","to":"pass"}}')
      const first = {
        run_id: randomUUIDv7(),
        status: 'failed',
        requested_at: generated_at,
        error: { code: 'dns', message: 'No such host.' },
      }
      return {
        runs: [
          {
            run_id: randomUUIDv7(),
            status: 'done',
            result: 'good',
            score: 90,
            requested_at: generated_at,
            changes_json,
          },
          first,
        ],
      }
    },
  })
  return {
    service,
    reports,
    created,
    batches,
    listed,
    waited,
    changed,
    compared,
    state,
    add,
    rate,
    find: found,
  }
}
