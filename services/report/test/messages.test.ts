import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectBroker } from '@pagebell/broker/broker'
import { deadQueue, exchangeName, queueName } from '@pagebell/broker/topology'
import { analysisProgressed } from '@pagebell/messages/analysis-progressed'
import { type Body, type Message, routingKey } from '@pagebell/messages/define-message'
import { deliveriesHeld } from '@pagebell/messages/deliveries-held'
import { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { reportEnded } from '@pagebell/messages/report-ended'
import { watchRecovered } from '@pagebell/messages/watch-recovered'
import { watchTroubled } from '@pagebell/messages/watch-troubled'
import { createLog } from '@pagebell/runtime/log'
import { until } from '@pagebell/testing/until'
import { rated, unreachable } from './analyzer-messages.ts'
import { newReport } from './running-service.ts'
import { connection, running, useQueues } from './use-queues.ts'

useQueues()

type Run = {
  run_id: string
  report_id: string
}

async function madeReport() {
  const request = newReport()
  const { account_id, project_id, project } = request
  const { id } = await running.reports.createReport(request)
  const { rows } = await running.sql.query('select run_id, id as report_id from report where id = $1', [id])
  return { account_id, project_id, project, id, run: rows[0] as Run }
}

type Made = Awaited<ReturnType<typeof madeReport>>

const read = ({ account_id, id }: Made) => running.reports.getReport({ account_id, id })
const publish = <Declared extends Message>(message: Declared, body: Body<Declared>) =>
  running.broker.publish(message, body, { id: crypto.randomUUID() })
const at = '2026-11-21T10:00:00.000Z'
const progressed = (made: Made) => publish(analysisProgressed, { ...made.run, stage: 'parsing', at })

/**
 * All that was published to the service so far has been worked off: a later message of each kind has had its effect.
 */
async function workedOff(): Promise<void> {
  await until('the queues are empty', async () => {
    const channel = await connection.createChannel()
    const queues = [analysisProgressed, pageAnalyzed, projectDeleted].map((message) =>
      queueName(running.queues.prefix, message, 'report'),
    )
    const counts = await Promise.all(queues.map(async (queue) => (await channel.checkQueue(queue)).messageCount))
    await channel.close()
    return counts.every((count) => count === 0)
  })
  const later = await madeReport()
  await progressed(later)
  await until('a later message has been taken', async () => (await read(later)).status === 'running')
  await publish(pageAnalyzed, rated(later.run))
  await until('a later answer has been taken', async () => (await read(later)).status === 'done')
}

describe('analysis.progressed', () => {
  it('shows the stage of the run', async () => {
    const made = await madeReport()
    await progressed(made)
    await until('it runs', async () => (await read(made)).status === 'running')
    expect(await read(made)).toMatchObject({ stage: 'parsing', version: 2 })
  })

  it('twice has one effect, and never moves an ended run back', async () => {
    const made = await madeReport()
    await progressed(made)
    await progressed(made)
    await until('it runs', async () => (await read(made)).status === 'running')
    await publish(pageAnalyzed, rated(made.run))
    await until('it is done', async () => (await read(made)).status === 'done')
    const done = await read(made)
    await progressed(made)
    await workedOff()
    expect(await read(made)).toEqual(done)
    expect(done.version).toBe(3)
  })

  it('of a run that ends while the message waits for it changes nothing', async () => {
    const made = await madeReport()
    const ending = await running.sql.connect()
    await ending.query('begin')
    await ending.query('select from report where id = $1 for no key update', [made.id])
    await progressed(made)
    await until('the message waits for the report', async () => {
      const { rowCount } = await running.sql.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rowCount === 1
    })
    await ending.query("update run set status = 'done', result = 'good', finished_at = now() where run_id = $1", [
      made.run.run_id,
    ])
    await ending.query("update report set status = 'done', result = 'good', done_run_id = run_id where id = $1", [
      made.id,
    ])
    await ending.query('commit')
    ending.release()
    await workedOff()
    expect((await read(made)).status).toBe('done')
  })
})

describe('page.analyzed', () => {
  it('rates the report, whatever the page has put into the evidence', async () => {
    const made = await madeReport()
    await publish(pageAnalyzed, rated(made.run, { result: 'decent', score: 60, statuses: { title: 'warn' } }))
    await until('it is done', async () => (await read(made)).status === 'done')
    const report = await read(made)
    expect(report).toMatchObject({ result: 'decent', score: 60, ruleset: '1', analyzed_at: at })
    expect(report.stage).toBeUndefined()
    const results = JSON.parse(String(report.results_json))
    expect(results.title).toMatchObject({ status: 'warn', evidence: ['<title>\ufffd</title>'] })
    expect(JSON.parse(String(report.categories_json)).seo.score).toBe(60)
  })

  it('says why a page could not be rated, and keeps the result of the run before', async () => {
    const made = await madeReport()
    await publish(pageAnalyzed, rated(made.run))
    await until('it is done', async () => (await read(made)).status === 'done')
    const again = { account_id: made.account_id, id: made.id, privacy: undefined, password: undefined }
    await running.reports.changeReport({ ...again, analyze_again: true })
    const { rows } = await running.sql.query('select run_id, id as report_id from report where id = $1', [made.id])
    await publish(pageAnalyzed, unreachable(rows[0], 'No\0such host.'))
    await until('it has failed', async () => (await read(made)).status === 'failed')
    expect(await read(made)).toMatchObject({ result: 'good', error: { code: 'dns', message: 'No\ufffdsuch host.' } })
  })

  it('twice, or with another answer later, has one effect', async () => {
    const made = await madeReport()
    await publish(pageAnalyzed, rated(made.run))
    await until('it is done', async () => (await read(made)).status === 'done')
    const done = await read(made)
    await publish(pageAnalyzed, rated(made.run))
    await publish(pageAnalyzed, rated(made.run, { result: 'bad', score: 1 }))
    await publish(pageAnalyzed, unreachable(made.run))
    await workedOff()
    expect(await read(made)).toEqual(done)
  })

  it('for a report that is gone does nothing', async () => {
    await publish(pageAnalyzed, rated({ run_id: crypto.randomUUID(), report_id: crypto.randomUUID() }))
    await workedOff()
    expect(await deadLetters(pageAnalyzed)).toBe(0)
  })

  it('waits while PostgreSQL is away, and is not lost', async () => {
    const made = await madeReport()
    running.wire.cut()
    await publish(pageAnalyzed, rated(made.run))
    await expect(read(made)).rejects.toMatchObject({ kind: 'unavailable' })
    running.wire.restore()
    await until('it is done', async () => (await read(made)).status === 'done')
  })
})

describe('report.ended', () => {
  const ended: Body<typeof reportEnded>[] = []
  const listening = new AsyncDisposableStack()
  beforeAll(async () => {
    const { queues } = running
    const log = createLog('report test', 'silent')
    const broker = listening.use(await connectBroker({ ...queues, log, service: 'notifier' }))
    listening.use(await broker.consume(reportEnded, 'notifier', async (body) => void ended.push(body)))
  })
  afterAll(() => listening.disposeAsync())
  const ofRun = (run_id: string) => ended.filter((body) => body.run_id === run_id)
  const untilPublished = (run_id: string) => until('it is published', () => ofRun(run_id)[0])

  it('is published once when a run is done, with what the run before had', async () => {
    const made = await madeReport()
    const { account_id, project_id, project, id } = made
    await publish(pageAnalyzed, rated(made.run, { result: 'good', score: 91 }))
    await publish(pageAnalyzed, rated(made.run, { result: 'good', score: 91 }))
    const first = await untilPublished(made.run.run_id)
    const about = { account_id, project_id, project, report_id: id, url: 'https://example.com/page' }
    expect(first).toEqual({
      ...about,
      ...made.run,
      ended_at: expect.any(String),
      rating: { result: 'good', score: 91 },
    })

    const again = { account_id, id, privacy: undefined, password: undefined, analyze_again: true }
    await running.reports.changeReport(again)
    const { rows } = await running.sql.query('select run_id, id as report_id from report where id = $1', [id])
    await publish(pageAnalyzed, rated(rows[0], { result: 'decent', score: 60 }))
    const second = await untilPublished(rows[0].run_id)
    expect(second).toMatchObject({ rating: { result: 'decent', score: 60 }, before: { result: 'good', score: 91 } })
    expect(ofRun(made.run.run_id)).toHaveLength(1)
  })

  it('is published with the reason when a run has failed', async () => {
    const made = await madeReport()
    await publish(pageAnalyzed, unreachable(made.run))
    const { error, rating } = await untilPublished(made.run.run_id)
    expect([error?.code, rating]).toEqual(['dns', undefined])
  })
})

describe('project.deleted', () => {
  const gone = ({ account_id, project_id, project }: Made) => ({ account_id, project_id, project, deleted_at: at })

  it('twice: takes the reports of that project away, and no others', async () => {
    const made = await madeReport()
    const other = newReport({ account_id: made.account_id, project: made.project })
    const kept = await running.reports.createReport(other)
    await publish(projectDeleted, gone(made))
    await publish(projectDeleted, gone(made))
    await until('it is gone', () =>
      read(made).then(
        () => false,
        ({ kind }) => kind === 'not_found',
      ),
    )
    await workedOff()
    expect(await running.reports.getReport({ account_id: made.account_id, id: kept.id })).toEqual(kept)
    const late = running.reports.createReport(newReport(made))
    await expect(late).rejects.toMatchObject({ kind: 'conflict', code: 'project_gone' })
  })

  it('waits while PostgreSQL is away, and is not lost', async () => {
    const made = await madeReport()
    running.wire.cut()
    await publish(projectDeleted, gone(made))
    running.wire.restore()
    await until('it is gone', () =>
      read(made).then(
        () => false,
        ({ kind }) => kind === 'not_found',
      ),
    )
  })
})

describe('watch.troubled', () => {
  it('waits while PostgreSQL is away, and is not lost', async () => {
    const { account_id, project_id, project } = await madeReport()
    const rules = [{ when: 'watch_trouble' }]
    await running.alerts.putAlerts({ account_id, project_id, project, rules, at: '08:00', zone: undefined })
    running.wire.cut()
    const trouble = { watch: 'main', scan_id: crypto.randomUUID(), url: `https://${project}/`, at }
    const problems = [{ code: 'not_xml', detail: 'The file is HTML.' }]
    await publish(watchTroubled, { account_id, project_id, project, ...trouble, problems })
    running.wire.restore()
    await until('it is open', async () => {
      const { open } = await running.alerts.getAlerts({ account_id, project_id })
      return open.length === 1
    })
  })
})

async function deadLetters(message: Message): Promise<number> {
  const channel = await connection.createChannel()
  const { messageCount } = await channel.checkQueue(deadQueue(queueName(running.queues.prefix, message, 'report')))
  await channel.close()
  return messageCount
}

describe('a body that is not as its schema says', () => {
  it.each([
    ['analysis.progressed', analysisProgressed, { stage: 'dreaming' }],
    [
      'page.analyzed without an outcome',
      pageAnalyzed,
      { ...unreachable({ run_id: crypto.randomUUID(), report_id: crypto.randomUUID() }), failure: undefined },
    ],
    ['project.deleted', projectDeleted, { account_id: 'nobody' }],
    ['watch.troubled', watchTroubled, { problems: [] }],
    ['watch.recovered', watchRecovered, { watch: 'main' }],
    ['deliveries.held', deliveriesHeld, { deliveries: -1 }],
  ])('is a dead letter at once: %s', async (_, message: Message, body) => {
    const before = await deadLetters(message)
    const channel = await connection.createChannel()
    const content = Buffer.from(JSON.stringify(body))
    channel.publish(exchangeName(running.queues.prefix), routingKey(message), content, {
      messageId: crypto.randomUUID(),
      persistent: true,
    })
    await channel.close()
    await until('it is among the dead letters', async () => (await deadLetters(message)) === before + 1)
  })
})
