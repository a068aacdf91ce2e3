import { describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { intake, newHook, pages, submit, test, useIntake } from './intake-under-test.ts'

useIntake()

type Hook = Awaited<ReturnType<typeof newHook>>

const submitUrls = ({ account_id, project_id }: Pick<Hook, 'account_id' | 'project_id'>, changes: object = {}) =>
  intake.submissions.submitUrls({
    account_id,
    project_id,
    urls: pages(1, 2),
    channel: undefined,
    action: 'update',
    preflight: undefined,
    dry_run: false,
    ...changes,
  })

const usedToday = async (hook: Hook) => (await intake.quotas.getUsage(hook)).day?.used

describe('a submission by project', () => {
  it('is charged once, and shares the dedupe window with the webhook', async () => {
    const hook = await newHook(intake, { urls_per_day: 10 })
    const first = await submitUrls(hook)
    expect(first).toMatchObject({ batch_id: expect.any(String), accepted: 2, duplicates: 0, rejected: 0 })
    expect(first.results).toEqual(pages(1, 2).map((url) => ({ url, verdict: 'accepted' })))
    const again = await submit(intake.url, hook.token, { urls: pages(1, 3) })
    expect([again.body.accepted, again.body.duplicates, await usedToday(hook)]).toEqual([1, 2, 3])
    const third = await submitUrls(hook, { urls: pages(3, 3) })
    expect(third.results).toMatchObject([{ verdict: 'duplicate', allowed_again_at: expect.any(String) }])
  })

  it('changes nothing as a dry run', async () => {
    const hook = await newHook(intake, { urls_per_day: 10 })
    const { batch_id, results } = await submitUrls(hook, { dry_run: true })
    expect([batch_id, results.map(({ verdict }) => verdict)]).toEqual([undefined, ['accepted', 'accepted']])
    expect([await usedToday(hook), (await submitUrls(hook)).accepted]).toEqual([0, 2])
  })

  it('keeps to the quota, and to the requests a minute of the plan', async () => {
    const hook = await newHook(intake, { urls_per_day: 1 })
    await expect(submitUrls(hook)).rejects.toMatchObject({ kind: 'quota_used_up', details: { needed: 2 } })
    const slow = await newHook(intake, { hook_requests_per_minute: 6 })
    await until('it has used its requests up', async () => {
      const [refusal] = await Promise.allSettled([submitUrls(slow)])
      return refusal.status === 'rejected' && refusal.reason.kind === 'rate_limited'
    })
  })

  it("needs the account's own project with an enabled webhook", async () => {
    const hook = await newHook(intake)
    const conflict = { kind: 'conflict', code: 'no_webhook' }
    await expect(submitUrls({ ...hook, account_id: crypto.randomUUID() })).rejects.toMatchObject(conflict)
    await intake.hooks.setHookEnabled({ ...hook, enabled: false })
    await expect(submitUrls(hook)).rejects.toMatchObject(conflict)
  })

  it.each([
    ['urls', { urls: [] }],
    ['urls', { urls: pages(1, 1_001) }],
    ['urls', { urls: ['https://elsewhere.example/'] }],
    ['action', { action: 'touch' }],
    ['channel', { channel: 'yandex' }],
  ])('is refused for its %s: %j', async (field, changes) => {
    const hook = await newHook(intake)
    await expect(submitUrls(hook, changes)).rejects.toMatchObject({
      kind: 'invalid',
      errors: { [field]: expect.anything() },
    })
    const stored = await test.query('select 1 from batch where project_id = $1', [hook.project_id])
    expect(stored).toEqual([])
  })
})
