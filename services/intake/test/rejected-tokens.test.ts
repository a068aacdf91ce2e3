import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import { mintToken } from '@pagebell/tokens/token'
import { intake, newHook, nextVersion, pages, submit, test, useIntake } from './intake-under-test.ts'

useIntake()

/** Announces a body of 4 MiB, sends nothing of it, and reads what is answered all the same. */
async function announce(token: string): Promise<string> {
  const { hostname, port } = new URL(intake.url)
  const socket: Socket = connect(Number(port), hostname)
  const head = ['POST', `/api/hooks/${token}/submit`, 'HTTP/1.1\r\nhost: x\r\nconnection: close\r\n'].join(' ')
  socket.write(`${head}content-type: application/json\r\ncontent-length: 4194304\r\n\r\n`)
  // Within half a minute a body that does not come is given up, by another answer.
  return text(socket)
}

const disabled = async (): Promise<string> => {
  const hook = await newHook(intake)
  await submit(intake.url, hook.token, { urls: pages(1, 1) })
  await intake.hooks.setHookEnabled({ ...hook, enabled: false })
  return hook.token
}
const revoked = async (): Promise<string> => {
  const hook = await newHook(intake)
  await submit(intake.url, hook.token, { urls: pages(1, 1) })
  await intake.hooks.revokeHook(hook)
  return hook.token
}
const rotated = async (): Promise<string> => {
  const hook = await newHook(intake)
  await submit(intake.url, hook.token, { urls: pages(1, 1) })
  const limits = { version: nextVersion() }
  await intake.hooks.rotateHook({ ...hook, grace_seconds: 0, limits, idempotency: undefined })
  return hook.token
}

describe('a request with a token that is not accepted', () => {
  it.each([
    ['made up', async () => mintToken('pbh_')],
    ['disabled', disabled],
    ['revoked', revoked],
    ['rotated', rotated],
  ])('is answered before its body, if the token is %s', async (_, newToken) => {
    const answer = await announce(await newToken())
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(answer).toContain('"code":"unknown_webhook"')
  })

  it('is answered before its body by a copy that remembers the token, from its second request on', async () => {
    const copy = await test.start()
    const hook = await newHook(intake)
    await submit(intake.url, hook.token, { urls: pages(1, 1) })
    await copy.hooks.setHookEnabled({ ...hook, enabled: false })
    expect((await submit(intake.url, hook.token, { urls: pages(2, 2) })).status).toBe(404)
    expect(await announce(hook.token)).toMatch(/^HTTP\/1\.1 404 /)
    await copy.hooks.setHookEnabled({ ...hook, enabled: true })
    expect((await submit(intake.url, hook.token, { urls: pages(2, 2) })).status).toBe(202)
    await copy.stop()
  })

  it.each([
    ['made up', async () => mintToken('pbh_'), 404],
    ['disabled', disabled, 404],
    ['revoked', revoked, 404],
    ['rotated', rotated, 404],
    ['good', async () => (await newHook(intake)).token, 204],
  ])('HEAD /api/hooks checks the token, if it is %s', async (_, newToken, status) => {
    const token = await newToken()
    const ask = (headers: Record<string, string>) => fetch(`${intake.url}/api/hooks`, { method: 'HEAD', headers })
    expect((await ask({ authorization: `Bearer ${token}` })).status).toBe(status)
    expect((await ask({})).status).toBe(404)
  })

  it('shares one look-up with concurrent requests: 400 clients take one connection of PostgreSQL', async () => {
    const busy = async () => {
      const [row] = await test.query(
        `select count(*)::int as busy from pg_stat_activity
         where datname = current_database() and application_name = 'intake' and state <> 'idle' and query like '%from hook%previous_token_hash%'`,
      )
      return Number(row?.['busy'])
    }
    // Every look-up waits for this lock, so that all that there are at once can be seen.
    const hook = await newHook(intake)
    const locked = await test.lock('hook')
    const clients = Promise.all(
      Array.from({ length: 400 }, () => submit(intake.url, mintToken('pbh_'), { urls: pages(1, 1) })),
    )
    const seen: number[] = []
    // Ten times after the first one was seen: a look-up that waits for five seconds is given up.
    while (seen.filter((count) => count > 0).length < 10) seen.push(await busy())
    await locked.release()
    expect(Math.max(...seen)).toBe(1)
    expect(new Set((await clients).map(({ status }) => status))).toEqual(new Set([404]))
    expect((await submit(intake.url, hook.token, { urls: pages(1, 1) })).status).toBe(202)
  })
})
