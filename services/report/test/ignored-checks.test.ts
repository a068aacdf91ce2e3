import { describe, expect, it } from '@jest/globals'
import { deadQueue, exchangeName, queueName } from '@pagebell/broker/topology'
import { checksIgnored } from '@pagebell/messages/checks-ignored'
import { type Body, routingKey } from '@pagebell/messages/define-message'
import { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { until } from '@pagebell/testing/until'
import { rated } from './analyzer-messages.ts'
import { newReport } from './running-service.ts'
import { connection, running, useQueues } from './use-queues.ts'

useQueues()

type ChecksIgnored = Body<typeof checksIgnored>
type Site = { account_id: string; project_id: string }
const newSite = (): Site => ({ account_id: crypto.randomUUID(), project_id: crypto.randomUUID() })
const ignoring = (check: string, more: object = {}) => ({
  check,
  url: null,
  reason: 'meant so',
  expires_at: null,
  ...more,
})
const publish = (body: ChecksIgnored) => running.broker.publish(checksIgnored, body, { id: crypto.randomUUID() })

async function storedSuppressions({ account_id, project_id }: Site) {
  const text = 'select version::int, ignored from ignored_checks where account_id = $1 and project_id = $2'
  const { rows } = await running.sql.query(text, [account_id, project_id])
  return rows[0] as { version: number; ignored: ChecksIgnored['ignored'] } | undefined
}

async function publishIgnored(site: Site, version: number, ignored: ChecksIgnored['ignored']): Promise<void> {
  await publish({ ...site, version, ignored })
  await until(`version ${version} is stored`, async () => (await storedSuppressions(site))?.version === version)
}

/** A report of the site, rated: a failed gate, a passed and a failed check. */
async function ratedReport(site: Site) {
  const request = newReport(site)
  const { id } = await running.reports.createReport(request)
  const { rows } = await running.sql.query('select run_id, id as report_id from report where id = $1', [id])
  const answer = rated(rows[0], {
    statuses: { indexable: 'fail', title: 'pass', h1: 'fail' },
    score: 33,
    result: 'bad',
  })
  const indexable = answer.rating?.results['indexable']
  if (indexable === undefined || answer.rating === undefined) throw new Error('The rating has no gate.')
  indexable.gate = true
  answer.rating.capped_by = 'indexable'
  await running.broker.publish(pageAnalyzed, answer, { id: rows[0].run_id })
  const read = () => running.reports.getReport({ account_id: site.account_id, id })
  const done = await until('it is done', async () => {
    const report = await read()
    return report.status === 'done' && report
  })
  return {
    ...done,
    results: JSON.parse(String(done.results_json)),
    categories: JSON.parse(String(done.categories_json)),
  }
}

describe('a report', () => {
  it('shows ignored checks and excludes them from the score', async () => {
    const site = newSite()
    await publishIgnored(site, 1, [ignoring('h1', { reason: 'A logo', expires_at: '2099-01-01T00:00:00.000Z' })])
    const report = await ratedReport(site)
    expect(report.results.h1).toMatchObject({
      status: 'fail',
      points: null,
      ignored: { reason: 'A logo', expires_at: '2099-01-01T00:00:00.000Z' },
    })
    expect(report).toMatchObject({ score: 48, result: 'bad', capped_by: 'indexable' })
    expect(report.categories).toMatchObject({ seo: { score: 48, pass: 1, fail: 1 } })
    const { runs } = await running.reports.listRuns({ account_id: site.account_id, id: report.id })
    expect(runs[0]).toMatchObject({ score: 48, result: 'bad', capped_by: 'indexable' })
  })

  it('of a page that is meant not to be indexed is not capped for it', async () => {
    const site = newSite()
    await publishIgnored(site, 1, [ignoring('indexable', { url: 'https://example.com/page' }), ignoring('h1')])
    const report = await ratedReport(site)
    expect(report).toMatchObject({ score: 100, result: 'good' })
    expect(report.capped_by).toBeUndefined()
  })

  it('counts what is ignored on another page, was ignored until now, or by another project', async () => {
    const site = newSite()
    await publishIgnored(newSite(), 1, [ignoring('h1')])
    await publishIgnored(site, 1, [
      ignoring('title', { url: 'https://example.com/other' }),
      ignoring('h1', { expires_at: '2026-11-21T09:59:59.999Z' }),
    ])
    const report = await ratedReport(site)
    expect(report).toMatchObject({ score: 33, result: 'bad', capped_by: 'indexable' })
    expect(JSON.stringify(report.results)).not.toContain('ignored')
  })
})

describe('checks.ignored', () => {
  it('twice, or older than what is known, changes nothing', async () => {
    const site = newSite()
    await publishIgnored(site, 2, [ignoring('h1')])
    await publish({ ...site, version: 1, ignored: [] })
    await publish({ ...site, version: 2, ignored: [] })
    await publishIgnored(site, 3, [ignoring('title')])
    expect(await storedSuppressions(site)).toEqual({ version: 3, ignored: [ignoring('title')] })
  })

  it('is deleted with its project, and not restored by a late message', async () => {
    const site = newSite()
    await publishIgnored(site, 1, [ignoring('h1')])
    const gone = { ...site, project: 'example.com', deleted_at: '2026-11-21T10:00:00.000Z' }
    await running.broker.publish(projectDeleted, gone, { id: crypto.randomUUID() })
    await until('it is gone', async () => (await storedSuppressions(site)) === undefined)
    await publish({ ...site, version: 2, ignored: [ignoring('h1')] })
    await publishIgnored(newSite(), 1, [])
    expect(await storedSuppressions(site)).toBeUndefined()
  })

  it('waits while PostgreSQL is away, and is not lost', async () => {
    const site = newSite()
    running.wire.cut()
    await publish({ ...site, version: 1, ignored: [] })
    running.wire.restore()
    await until('it is stored', async () => (await storedSuppressions(site))?.version === 1)
  })

  it('with a body that is not as its schema says is a dead letter at once', async () => {
    const channel = await connection.createChannel()
    const content = Buffer.from(JSON.stringify({ ...newSite(), version: 1, ignored: [{ check: '' }] }))
    const exchange = exchangeName(running.queues.prefix)
    channel.publish(exchange, routingKey(checksIgnored), content, { messageId: crypto.randomUUID(), persistent: true })
    const dead = deadQueue(queueName(running.queues.prefix, checksIgnored, 'report'))
    await until('it is dead', async () => (await channel.checkQueue(dead)).messageCount === 1)
    await channel.close()
  })
})
