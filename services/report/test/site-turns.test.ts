import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { SiteRunKey } from '@pagebell/protos/report/v1/site_runs'
import { newSiteReport, type RunningService, runService } from './running-service.ts'

let running: RunningService
beforeAll(async () => {
  running = await runService()
})
afterAll(() => running?.[Symbol.asyncDispose]())
beforeEach(() => running.sql.query('with gone as (delete from site_report) delete from site_turn'))

type Made = { account_id: string; id: string }

async function make(request: object = {}): Promise<Made> {
  const wanted = newSiteReport(request)
  const { id } = await running.siteReports.createSiteReport(wanted)
  return { id, account_id: wanted.account_id }
}

async function take(): Promise<{ key: SiteRunKey & { id: string }; crawledSeconds: number }> {
  const { run } = await running.siteRuns.takeSiteRun({})
  if (!run?.key) throw new Error('There is no run to take.')
  return { key: run.key, crawledSeconds: run.crawled_seconds }
}

/** A heartbeat with a visit; whether the turn is over. */
async function isOver(key: SiteRunKey): Promise<boolean> {
  const visits = [{ number: 1, body: Buffer.from('a visit') }]
  const reply = await running.siteRuns.appendVisits({ key, visits, requested: 1, failed: 0, waiting: 3 })
  expect(reply.go_on).toBe(true)
  return reply.is_turn_over
}

/** Lets a report be so many seconds older: since it was asked for, taken, and had its first visit. */
const age = ({ id }: { id: string }, { taken = 0, began = 0 }: { taken?: number; began?: number }) =>
  running.sql.query(
    `update site_report set created_at = now() - interval '1 hour', taken_at = now() - make_interval(secs => $2),
      turn_began_at = case when $3 > 0 then now() - make_interval(secs => $3) end where id = $1`,
    [id, taken, began],
  )

describe('the turn of a crawl', () => {
  it('is over after a minute if another account waits, which has its turn then', async () => {
    const first = await make()
    const { key } = await take()
    const waiting = await make()
    await age(first, { taken: 62, began: 61 })
    expect(await isOver(key)).toBe(false)
    await age(waiting, {})
    await age(first, { taken: 62, began: 58 })
    expect(await isOver(key)).toBe(false)
    await age(first, { taken: 62, began: 61 })
    expect(await isOver(key)).toBe(true)

    await running.siteRuns.releaseSiteRun(key)
    expect((await take()).key).toMatchObject({ id: waiting.id, attempt: 1 })
    const again = await take()
    expect(again).toMatchObject({ key: { id: first.id, attempt: 2 } })
    expect(again.crawledSeconds).toBeGreaterThanOrEqual(61)
    // Its next turn begins.
    expect(await isOver(again.key)).toBe(false)
  })

  it('does not end while no one waits', async () => {
    const made = await make()
    const { key } = await take()
    await age(made, { taken: 6_000, began: 6_000 })
    expect(await isOver(key)).toBe(false)
  })

  it('begins with the first visit, and is five times as long as what it took until then', async () => {
    const made = await make()
    const { key } = await take()
    await age(await make(), {})
    await age(made, { taken: 600 })
    expect(await isOver(key)).toBe(false)
    await age(made, { taken: 170, began: 140 })
    expect(await isOver(key)).toBe(false)
    await age(made, { taken: 170, began: 150 })
    expect(await isOver(key)).toBe(true)
  })

  it('is over for as many as wait, the longest first', async () => {
    const [old, young] = [await make(), await make()]
    const [ofOld, ofYoung] = [await take(), await take()]
    await age(await make(), {})
    await age(old, { taken: 200, began: 199 })
    await age(young, { taken: 100, began: 99 })
    expect([await isOver(ofYoung.key), await isOver(ofOld.key)]).toEqual([false, true])
    await age(await make(), {})
    expect([await isOver(ofYoung.key), await isOver(ofOld.key)]).toEqual([true, true])
  })

  it('is not over for a crawl that could not begin, but for one of the same host', async () => {
    const project = `${crypto.randomUUID()}.example`
    const made = await make({ project, url: `https://${project}/` })
    const { key } = await take()
    await age(await make({ account_id: made.account_id }), {})
    await age(made, { taken: 100, began: 99 })
    expect(await isOver(key)).toBe(false)
    await age(await make({ project, url: `https://www.${project}/` }), {})
    expect(await isOver(key)).toBe(true)
  })

  it('goes round all accounts, also one that was served recently', async () => {
    const [long, short] = [await make(), await make()]
    const { key } = await take()
    const ended = await take()
    await running.siteRuns.endSiteRun({ key: ended.key, failure: { code: 'dns', message: 'No host.' } })
    const next = await make({ account_id: short.account_id })
    await age(next, {})
    await age(long, { taken: 100, began: 99 })
    expect(await isOver(key)).toBe(true)
    await running.siteRuns.releaseSiteRun(key)
    expect((await take()).key).toMatchObject({ id: next.id })
  })
})
