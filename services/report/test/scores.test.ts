import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { until } from '@pagebell/testing/until'
import { rated, unreachable } from './analyzer-messages.ts'
import { newReport, type RunningService, runService } from './running-service.ts'

let running: RunningService
beforeAll(async () => {
  running = await runService()
})
afterAll(() => running?.[Symbol.asyncDispose]())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const today = () => new Date().toISOString().slice(0, 10)

/** A report whose runs ended with these scores, the first first; null for a run that failed. */
async function reportWith(scores: (number | null)[], changes: Parameters<typeof newReport>[0] = {}) {
  const made = newReport({ url: `https://example.com/${randomUUID()}`, ...changes })
  const { account_id } = made
  const { id } = await running.reports.createReport(made)
  for (const [index, score] of scores.entries()) {
    if (index > 0)
      await running.reports.changeReport({
        account_id,
        id,
        privacy: undefined,
        password: undefined,
        analyze_again: true,
      })
    const { rows } = await running.sql.query('select run_id, id as report_id from report where id = $1', [id])
    const answer = score === null ? unreachable(rows[0]) : rated(rows[0], { score })
    // Twice: a message may come again.
    for (let time = 0; time < 2; time++) await running.broker.publish(pageAnalyzed, answer, { id: `${rows[0].run_id}` })
    await until('the run has ended', async () => {
      const ended = await running.sql.query('select finished_at from run where run_id = $1', [rows[0].run_id])
      return ended.rows[0]?.finished_at !== null
    })
  }
  return { account_id, project_id: made.project_id, id }
}

const daysOf = async (account_id: string, project_id?: string) =>
  (await running.scores.listScoreDays({ account_id, project_id, from: daysAgo(30) })).days

describe('scores by the day', () => {
  it('are the done runs of all pages, each once, by project and for the account', async () => {
    const first = await reportWith([90, 70, null])
    const { account_id } = first
    const other = await reportWith([40], { account_id, project_id: randomUUID(), project: 'other.example' })
    const sum = (days: { runs: number; scores: number }[]) =>
      days.reduce((total, one) => ({ runs: total.runs + one.runs, scores: total.scores + one.scores }), {
        runs: 0,
        scores: 0,
      })
    expect(sum(await daysOf(account_id))).toEqual({ runs: 3, scores: 200 })
    expect(sum(await daysOf(account_id, first.project_id))).toEqual({ runs: 2, scores: 160 })
    expect(await daysOf(randomUUID(), first.project_id)).toEqual([])
    expect((await daysOf(account_id)).at(-1)?.day).toBe(today())

    const project_ids = [first.project_id, other.project_id, randomUUID()]
    const { projects } = await running.scores.sumProjectScores({
      account_id,
      project_ids,
      from: daysAgo(7),
      before: daysAgo(14),
    })
    const none = { runs_before: 0, scores_before: 0 }
    expect(new Map(projects.map(({ project_id, ...of }) => [project_id, of]))).toEqual(
      new Map([
        [first.project_id, { runs: 2, scores: 160, ...none }],
        [other.project_id, { runs: 1, scores: 40, ...none }],
      ]),
    )
  })

  it('of the time before are separate', async () => {
    const { account_id, project_id } = await reportWith([60])
    await running.sql.query(
      `insert into score_days values ($1, $2, current_date - 10, 2, 180), ($1, $2, current_date - 40, 1, 1)`,
      [account_id, project_id],
    )
    const { projects } = await running.scores.sumProjectScores({
      account_id,
      project_ids: [project_id],
      from: daysAgo(7),
      before: daysAgo(14),
    })
    expect(projects).toEqual([{ project_id, runs: 1, scores: 60, runs_before: 2, scores_before: 180 }])
  })

  it('go with their project', async () => {
    const { account_id, project_id } = await reportWith([50])
    const deleted = { account_id, project_id, project: 'example.com', deleted_at: new Date().toISOString() }
    await running.broker.publish(projectDeleted, deleted, { id: randomUUID() })
    await until('they are gone', async () => (await daysOf(account_id, project_id)).length === 0)
  })

  it.each([
    ['from', { from: 'yesterday' }],
    ['before', { before: '' }],
    ['project_ids', { project_ids: ['x'] }],
    ['project_ids', { project_ids: Array.from({ length: 101 }, () => randomUUID()) }],
  ])('are refused for a bad %s', async (field, changes) => {
    const asked = { account_id: randomUUID(), project_ids: [], from: daysAgo(7), before: daysAgo(14), ...changes }
    const refused = { kind: 'invalid', errors: { [field]: [expect.any(String)] } }
    await expect(running.scores.sumProjectScores(asked)).rejects.toMatchObject(refused)
  })
})

describe('pages that became worse', () => {
  it('are those whose newest score is lower than the one before, the last first', async () => {
    const worse = await reportWith([90, 70])
    const { account_id } = worse
    await reportWith([70, 90], { account_id })
    await reportWith([80], { account_id })
    await reportWith([80, 80], { account_id })
    // Better again; and a run that failed changes no score.
    await reportWith([80, 60, 65], { account_id })
    const still = await reportWith([50, 49, null], { account_id, project_id: randomUUID(), project: 'other.example' })
    const list = async (project?: string) => {
      const { reports } = await running.scores.listWorsened({ account_id, project, per_page: 10 })
      return reports.map(({ report, score_before }) => [report?.id, report?.score, score_before])
    }
    expect(await list()).toEqual([
      [still.id, 49, 50],
      [worse.id, 70, 90],
    ])
    expect(await list('other.example')).toEqual([[still.id, 49, 50]])
    expect((await running.scores.listWorsened({ account_id, project: undefined, per_page: 1 })).reports).toHaveLength(1)
    expect(
      (await running.scores.listWorsened({ account_id: randomUUID(), project: undefined, per_page: 9 })).reports,
    ).toEqual([])
  })
})
