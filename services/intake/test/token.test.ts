import { beforeAll, describe, expect, it } from '@jest/globals'
import { intake, newHook, nextVersion, pages, type Running, submit, test, useIntake } from './intake-under-test.ts'

let copy: Running

useIntake()
beforeAll(async () => {
  copy = await test.start()
})

type Hook = Awaited<ReturnType<typeof newHook>>
const rotate = (hook: Hook, grace_seconds = 0, idempotency?: { key: string; request_sha256: Buffer }) =>
  copy.hooks.rotateHook({ ...hook, grace_seconds, limits: { version: nextVersion() }, idempotency })

describe('a token', () => {
  it.each([
    ['rotate', (hook: Hook) => rotate(hook)],
    ['disable', (hook: Hook) => copy.hooks.setHookEnabled({ ...hook, enabled: false })],
    ['revoke', (hook: Hook) => copy.hooks.revokeHook(hook)],
  ])('is accepted by no request that starts after a %s has answered', async (_name, stop) => {
    let round = 0
    for (; round < 40; round++) {
      const hook = await newHook(intake)
      let stopped = false
      const late: number[] = []
      const client = async (copyUrl: string, number: number) => {
        for (let turn = 0; ; turn++) {
          const startedAfter = stopped
          const { status } = await submit(copyUrl, hook.token, {
            urls: pages(number * 1_000 + turn, number * 1_000 + turn),
          })
          if (startedAfter) late.push(status)
          if (startedAfter || status === 404) return
        }
      }
      const clients = [0, 1, 2, 3, 4].map((number) => client((number % 2 ? intake : copy).url, number))
      await stop(hook)
      stopped = true
      expect((await submit(intake.url, hook.token, { urls: pages(1, 1) })).status).toBe(404)
      await Promise.all(clients)
      expect(late.every((status) => status === 404)).toBe(true)
    }
    expect(round).toBe(40)
  })

  it('is accepted late by none of 10,000 requests that race with 2,000 rotations in one process', async () => {
    const late: number[] = []
    const beside: number[] = []
    const race = async (hook: Hook, page: number): Promise<Hook> => {
      const send = async (into: number[]) => {
        const { status } = await submit(intake.url, hook.token, { urls: pages(page, page) })
        into.push(status)
      }
      // Those that run beside the rotation may come before it or after it.
      const racing = [send(beside), send(beside)]
      const { token } = await intake.hooks.rotateHook({
        ...hook,
        grace_seconds: 0,
        limits: { version: nextVersion() },
        idempotency: undefined,
      })
      await Promise.all([...racing, ...Array.from({ length: 5 }, () => send(late))])
      return { ...hook, token }
    }
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        let hook = await newHook(intake)
        for (let page = 0; page < 100; page++) hook = await race(hook, page)
      }),
    )
    expect(late).toHaveLength(10_000)
    // A busy machine answers some with 503, which keeps nothing.
    expect(new Set(late)).not.toContain(202)
    expect(late.filter((status) => status === 404).length).toBeGreaterThan(9_000)
    // There was a race: neither side always came first.
    expect([...new Set(beside)]).toEqual(expect.arrayContaining([202, 404]))
    expect([...late, ...beside].filter((status) => ![202, 404, 503].includes(status))).toEqual([])
  }, 300_000)

  it('stays accepted for the grace of a rotation, and the state shows it', async () => {
    const hook = await newHook(intake)
    await submit(intake.url, hook.token, { urls: pages(1, 2) })
    const { token, created, hook: state } = await rotate(hook, 60)
    expect(created).toBe(false)
    expect(state).toMatchObject({
      previous_last_four: hook.token.slice(-4),
      last_four: token?.slice(-4),
      accepted_7d: 2,
    })
    expect(state?.previous_last_used_at).toBeDefined()
    expect(state?.last_used_at).toBeUndefined()
    expect((await submit(intake.url, hook.token, { urls: pages(3, 3) })).status).toBe(202)
    expect((await submit(intake.url, token ?? '', { urls: pages(4, 4) })).status).toBe(202)

    await test.query('update hook set previous_accepted_until = clock_timestamp() where project_id = $1', [
      hook.project_id,
    ])
    expect((await submit(intake.url, hook.token, { urls: pages(5, 5) })).status).toBe(404)
    expect((await intake.hooks.getHook(hook)).previous_last_four).toBeUndefined()
  })

  it('is accepted again when it is enabled again', async () => {
    const hook = await newHook(intake)
    await intake.hooks.setHookEnabled({ ...hook, enabled: false })
    expect((await submit(intake.url, hook.token, { urls: pages(1, 1) })).status).toBe(404)
    expect(await intake.hooks.setHookEnabled({ ...hook, enabled: true })).toMatchObject({ enabled: true })
    expect((await submit(intake.url, hook.token, { urls: pages(1, 1) })).status).toBe(202)
  })

  it('is not shown again to a repeated request', async () => {
    const hook = await newHook(intake)
    const idempotency = { key: 'once', request_sha256: Buffer.from('a') }
    const { token } = await rotate(hook, 0, idempotency)
    await expect(rotate(hook, 0, idempotency)).rejects.toMatchObject({ kind: 'conflict', code: 'token_already_shown' })
    await expect(rotate(hook, 0, { ...idempotency, request_sha256: Buffer.from('b') })).rejects.toMatchObject({
      kind: 'invalid',
    })
    expect((await submit(intake.url, token ?? '', { urls: pages(1, 1) })).status).toBe(202)
  })

  it('can be neither read nor changed by another account', async () => {
    const hook = await newHook(intake)
    const otherAccount = { ...hook, account_id: crypto.randomUUID() }
    for (const attempt of [
      () => intake.hooks.getHook(otherAccount),
      () => intake.hooks.setHookEnabled({ ...otherAccount, enabled: false }),
      () => intake.hooks.revokeHook(otherAccount),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ kind: 'not_found' })
    }
    // Nor does a rotation reveal to another account that there is such a project: it creates a project of that account.
    const before = await intake.hooks.getHook(hook)
    expect(await rotate(otherAccount)).toMatchObject({ created: true })
    expect(await intake.hooks.getHook(hook)).toEqual(before)
    expect((await submit(intake.url, hook.token, { urls: pages(1, 1) })).status).toBe(202)
  })
})
