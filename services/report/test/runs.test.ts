import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import { until } from '@pagebell/testing/until'
import { rated, unreachable } from './analyzer-messages.ts'
import { newReport, type RunningService, runService } from './running-service.ts'

let running: RunningService
beforeAll(async () => {
  running = await runService()
})
afterAll(() => running?.[Symbol.asyncDispose]())

type Outcome = Parameters<typeof rated>[1] | 'unreachable'

/** A report with one ended run for each outcome, the first first. */
async function reportWith(...outcomes: Outcome[]) {
  const { account_id, ...rest } = newReport()
  const { id } = await running.reports.createReport({ account_id, ...rest })
  const runs: string[] = []
  for (const [index, outcome] of outcomes.entries()) {
    if (index > 0) await analyzeAgain({ account_id, id })
    const { rows } = await running.sql.query('select run_id, id as report_id from report where id = $1', [id])
    const [run] = rows
    const answer = outcome === 'unreachable' ? unreachable(run) : rated(run, outcome)
    await running.broker.publish(pageAnalyzed, answer, { id: run.run_id })
    await until('the run has ended', async () => {
      const ended = await running.sql.query('select finished_at from run where run_id = $1', [run.run_id])
      return ended.rows[0]?.finished_at !== null
    })
    runs.push(run.run_id)
  }
  const compare = (run_id = '', with_run_id?: string) =>
    running.reports.compareRuns({ account_id, id, run_id, with_run_id })
  return { account_id, id, runs, compare }
}

const analyzeAgain = (report: { account_id: string; id: string }) =>
  running.reports.changeReport({ ...report, privacy: undefined, password: undefined, analyze_again: true })

describe('results', () => {
  it('are ordered by category, then the heaviest first, then by id', async () => {
    const statuses = { b_light: 'pass', a_light: 'fail', heavy: 'warn', safe: 'pass', text: 'pass' } as const
    const { account_id, id } = await reportWith()
    const { rows } = await running.sql.query('select run_id, id as report_id from report where id = $1', [id])
    const answer = rated(rows[0], { statuses })
    const set = (check: string, category: string, weight: number) =>
      Object.assign(answer.rating?.results[check] ?? {}, { category, weight })
    set('text', 'content', 9)
    set('safe', 'security', 8)
    set('a_light', 'seo', 1)
    set('b_light', 'seo', 1)
    set('heavy', 'seo', 6)
    await running.broker.publish(pageAnalyzed, answer, { id: rows[0].run_id })
    const report = await until('it is done', async () => {
      const read = await running.reports.getReport({ account_id, id })
      return read.status === 'done' && read
    })
    expect(Object.keys(JSON.parse(String(report.results_json)))).toEqual([
      'heavy',
      'a_light',
      'b_light',
      'safe',
      'text',
    ])
    expect(report).toMatchObject({ final_url: 'https://example.com/page', notes: [] })
  })
})

describe('compareRuns', () => {
  const first = { statuses: { title: 'pass', h1: 'fail', gone: 'pass' } } as const
  const second = { statuses: { title: 'warn', h1: 'pass', fresh: 'pass' }, score: 60, result: 'decent' } as const

  it('compares a run with the done one before it, past those that failed', async () => {
    const { runs, compare } = await reportWith(first, 'unreachable', second)
    const compared = await compare(runs[2])
    expect(compared.run).toMatchObject({ run_id: runs[2], score: 60 })
    expect(compared.with).toMatchObject({ run_id: runs[0], score: 91 })
    const checks = JSON.parse(String(compared.checks_json)) as Record<string, { check: string }[]>
    expect(
      Object.fromEntries(Object.entries(checks).map(([kind, list]) => [kind, list.map((one) => one.check)])),
    ).toEqual({
      worse: ['title'],
      better: ['h1'],
      new: ['fresh'],
      gone: ['gone'],
      changed: [],
      values: [],
    })
  })

  it('compares with the run that is named, in either direction', async () => {
    const { runs, compare } = await reportWith(first, second)
    const back = await compare(runs[0], runs[1])
    expect(JSON.parse(String(back.checks_json))).toMatchObject({ worse: [{ check: 'h1' }], new: [{ check: 'gone' }] })
    const same = await compare(runs[0], runs[0])
    expect(Object.values(JSON.parse(String(same.checks_json))).flat()).toEqual([])
  })

  it('has nothing to compare where a run has no results', async () => {
    const { runs, compare } = await reportWith(first, 'unreachable')
    const nothing = { kind: 'conflict', code: 'nothing_to_compare' }
    await expect(compare(runs[0])).rejects.toMatchObject(nothing)
    await expect(compare(runs[1])).rejects.toMatchObject(nothing)
    await expect(compare(runs[0], runs[1])).rejects.toMatchObject(nothing)
  })

  it('finds no run of another report or account, nor an unknown one', async () => {
    const [report, other] = [await reportWith(first, second), await reportWith(first, second)]
    const unknown = { kind: 'not_found', message: 'There is no such run.' }
    for (const strange of [other.runs[1], crypto.randomUUID(), 'x']) {
      await expect(report.compare(strange)).rejects.toMatchObject(unknown)
      await expect(report.compare(report.runs[1], strange)).rejects.toMatchObject(unknown)
    }
    const asOther = { ...other, account_id: report.account_id }
    const call = running.reports.compareRuns({
      account_id: asOther.account_id,
      id: other.id,
      run_id: other.runs[1] ?? '',
      with_run_id: undefined,
    })
    await expect(call).rejects.toMatchObject(unknown)
  })
})

describe('the history', () => {
  it('keeps every run, and the check results of the newest hundred', async () => {
    const { account_id, id, runs, compare } = await reportWith({})
    // Each a second older than the one before, by their ids as well.
    const older = `insert into run (account_id, report_id, run_id, status, finished_at, result, score, results, categories)
      select account_id, report_id, (lpad(to_hex(1700000000000 + n), 12, '0') || '70008000000000000000')::uuid, 'done',
        finished_at, result, score, results, categories
      from run, generate_series(1, 104) n where run_id = $1`
    await running.sql.query(older, [runs[0]])
    await analyzeAgain({ account_id, id })
    const { rows } = await running.sql.query('select run_id, id as report_id from report where id = $1', [id])
    await running.broker.publish(pageAnalyzed, rated(rows[0]), { id: rows[0].run_id })
    await until('it is done', async () => (await running.reports.getReport({ account_id, id })).status === 'done')

    const kept = await running.sql.query(
      'select count(*)::int as runs, count(results)::int as results from run where report_id = $1',
      [id],
    )
    expect(kept.rows).toEqual([{ runs: 106, results: 100 }])
    const list = (await running.reports.listRuns({ account_id, id })).runs
    expect(list).toHaveLength(106)
    expect(await compare(list[99]?.run_id, list[98]?.run_id)).toMatchObject({ run: { score: 91 } })
    await expect(compare(list[99]?.run_id, list[105]?.run_id)).rejects.toMatchObject({ code: 'nothing_to_compare' })
    expect(list[105]).toMatchObject({ status: 'done', score: 91 })
  })
})
