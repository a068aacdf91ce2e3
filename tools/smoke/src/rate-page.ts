import { setTimeout as pause } from 'node:timers/promises'
import type { CallApi } from './call-api.ts'
import { SmokeProblem } from './smoke-problem.ts'

type Report = {
  id: string
  status: string
  result: string | null
  score: number | null
  project: string
  error: { code: string; message: string } | null
}

/** Rates a page, reads the report with all checks, and deletes it. Returns a summary and the page's project. */
export async function ratePage(api: CallApi, page: string): Promise<{ seen: string; project: string }> {
  const startedAt = performance.now()
  const created = await api<{ data: Report }>('POST', '/api/v1/reports', {
    expect: 201,
    body: { url: page },
    headers: { prefer: 'wait=30' },
    timeoutMs: 40_000,
  })
  const path = `/api/v1/reports/${created.data.id}`
  let report: Report & { results?: Record<string, unknown> } = created.data
  while (report.status !== 'done') {
    if (report.status === 'failed') {
      throw new SmokeProblem(`The report of ${page} failed: ${report.error?.code} (${report.error?.message}).`)
    }
    if (performance.now() - startedAt > 90_000) throw new SmokeProblem(`The report is ${report.status} after 90 s.`)
    await pause(500)
    report = (await api<{ data: Report }>('GET', path)).data
  }
  const read = await api<{ data: typeof report }>('GET', path)
  const checks = Object.keys(read.data.results ?? {}).length
  if (checks === 0) throw new SmokeProblem('The report is done and has no checks.')
  await api('DELETE', path)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const seen = `report: ${page} is ${report.result}, score ${report.score}, ${checks} checks, ${seconds} s`
  return { seen, project: report.project }
}
