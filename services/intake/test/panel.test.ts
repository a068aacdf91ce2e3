import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { intakeUnderTest, newHook, type Running, submit, type UnderTest } from './intake-under-test.ts'

let under: UnderTest
let intake: Running

beforeAll(async () => {
  under = await intakeUnderTest()
  intake = await under.start()
})
afterAll(async () => {
  await under[Symbol.asyncDispose]()
})

describe('the days of an account', () => {
  it('end with today, go back as far as asked, and count what was charged on each', async () => {
    const hook = await newHook(intake)
    const urls = (count: number) => Array.from({ length: count }, (_, index) => `https://example.com/${count}/${index}`)
    try {
      for (const [day, count] of [
        ['2026-11-19', 2],
        ['2026-11-21', 3],
      ] as const) {
        await under.setClock(`${day}T23:00:00Z`)
        expect((await submit(intake.url, hook.token, { urls: urls(count) })).status).toBe(202)
        // A duplicate counts whether it came before or stands twice in one request.
        const one = `https://example.com/one/${count}`
        expect((await submit(intake.url, hook.token, { urls: [...urls(count), one] })).status).toBe(202)
        expect((await submit(intake.url, hook.token, { urls: [one, one] })).status).toBe(202)
      }
      const { days } = await intake.usageDays.listUsageDays({ account_id: hook.account_id, days: 4 })
      expect(days).toEqual([
        { day: '2026-11-18', used: 0, duplicates: 0 },
        { day: '2026-11-19', used: 3, duplicates: 4 },
        { day: '2026-11-20', used: 0, duplicates: 0 },
        { day: '2026-11-21', used: 4, duplicates: 5 },
      ])
      const unknown = await intake.usageDays.listUsageDays({ account_id: crypto.randomUUID(), days: 4 })
      expect(unknown.days.map(({ used, duplicates }) => used + duplicates)).toEqual([0, 0, 0, 0])
    } finally {
      await under.setClock(null)
    }
  })

  it.each([0, -1, 367])('are refused when %d are asked for', async (days) => {
    const asked = intake.usageDays.listUsageDays({ account_id: crypto.randomUUID(), days })
    await expect(asked).rejects.toMatchObject({ kind: 'invalid', errors: { days: expect.anything() } })
  })
})

describe('a preview', () => {
  it('judges as the webhook does, and changes nothing', async () => {
    const hook = await newHook(intake, { urls_per_day: 10 })
    const urls = [
      'https://example.com/new',
      'https://example.com/old',
      'https://EXAMPLE.com/new#x',
      'https://other.example/',
      'no',
    ]
    await submit(intake.url, hook.token, { urls: ['https://example.com/old'] })
    const tried = async () => (await intake.previews.tryUrls({ ...hook, urls })).results
    const dryRun = await submit(intake.url, hook.token, { urls }, { query: '?dry_run=1' })

    const verdicts = (results: { verdict: string }[]) => results.map(({ verdict }) => verdict)
    expect(verdicts(await tried())).toEqual(['accepted', 'duplicate', 'duplicate', 'foreign', 'invalid'])
    expect(verdicts(await tried())).toEqual(verdicts(dryRun.body.results))
    expect((await tried())[1]?.allowed_again_at).toBe(dryRun.body.results[1].allowed_again_at)
    expect(await intake.quotas.getUsage(hook)).toMatchObject({ day: { used: 1 } })
  })

  it('does not see what another account has sent', async () => {
    const [one, other] = [await newHook(intake), await newHook(intake)]
    const urls = ['https://example.com/shared']
    await submit(intake.url, one.token, { urls })
    expect((await intake.previews.tryUrls({ ...other, urls })).results[0]?.verdict).toBe('accepted')
  })

  it.each([0, 1_001])('of %d URLs is refused', async (count) => {
    const hook = await newHook(intake)
    const asked = intake.previews.tryUrls({
      ...hook,
      urls: Array.from({ length: count }, () => 'https://example.com/'),
    })
    await expect(asked).rejects.toMatchObject({ kind: 'invalid', errors: { urls: expect.anything() } })
  })
})
