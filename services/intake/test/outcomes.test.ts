import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { connectBroker } from '@pagebell/broker/broker'
import { startTcpProxy, type TcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { until } from '@pagebell/testing/until'
import { mintToken } from '@pagebell/tokens/token'
import pg from 'pg'
import { consumeSubmitted } from './consume-submitted.ts'
import { intakeUnderTest, newHook, pages, type Running, submit, type UnderTest } from './intake-under-test.ts'

let test: UnderTest
let wire: TcpProxy
let intake: Running
const arrived: string[] = []
let listening: AsyncDisposableStack

beforeAll(async () => {
  test = await intakeUnderTest()
  listening = new AsyncDisposableStack()
  const { AMQP_URL: url, AMQP_PREFIX: prefix } = test.settings
  const broker = listening.use(await connectBroker({ url, prefix, log: test.log, service: 'notifier' }))
  listening.use(await consumeSubmitted(broker, ({ urls }) => void arrived.push(...urls)))
})
afterAll(async () => {
  await listening.disposeAsync()
  await test[Symbol.asyncDispose]()
})
beforeEach(async () => {
  wire = await startTcpProxy(test.settings.DATABASE_URL)
  intake = await test.start({ DATABASE_URL: wire.through(test.settings.DATABASE_URL) })
})
afterEach(async () => {
  wire.restore()
  await intake.stop()
  await wire[Symbol.asyncDispose]()
})

type Hook = Awaited<ReturnType<typeof newHook>>

/** A hook that this process has seen before, so that only the commit is left to fail. */
async function knownHook(): Promise<Hook> {
  const hook = await newHook(intake)
  expect((await submit(intake.url, hook.token, { urls: pages(0, 0) })).status).toBe(202)
  return hook
}

/** Submits while something is wrong: refused in time, with a moment to come back at. */
async function refused(hook: Pick<Hook, 'token'>, urls: string[], headers: Record<string, string> = {}) {
  const began = performance.now()
  const answer = await submit(intake.url, hook.token, { urls }, { headers })
  expect(performance.now() - began).toBeLessThan(3_000)
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  return answer.body.outcome as string
}

/** The URLs charged to the account, not counting the one of knownHook. */
async function charged(hook: Hook): Promise<number> {
  const [row] = await test.query('select max(used)::int - 1 as used from quota_use where account_id = $1', [
    hook.account_id,
  ])
  return Number(row?.['used'])
}

async function again(hook: Hook, urls: string[], headers: Record<string, string> = {}) {
  return until('the same request is answered', async () => {
    const answer = await submit(intake.url, hook.token, { urls }, { headers })
    return answer.status === 202 && answer
  })
}

/** Another session that holds the account's row, so that a commit of it waits half way. */
async function holdAccount(hook: Hook) {
  const client = new pg.Client({ connectionString: test.adminUrl })
  await client.connect()
  await client.query('begin')
  await client.query('select from account where account_id = $1 for update', [hook.account_id])
  return {
    /** Waits until a commit waits, and ends its session as an administrator would. */
    async endWaiting() {
      await until('a commit waits', async () => {
        const ended = await test.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%commit_submissions%'`,
        )
        return ended.length > 0
      })
    },
    async [Symbol.asyncDispose]() {
      await client.query('rollback')
      await client.end()
    },
  }
}

describe('a request that PostgreSQL fails', () => {
  it('before it is sent has the outcome none, and nothing of it happened', async () => {
    const hook = await knownHook()
    wire.cut()
    await until('the loss is noticed', async () => (await fetch(intake.readyUrl)).status === 503)
    expect(await refused(hook, pages(1, 3))).toBe('none')
    wire.restore()
    expect(await charged(hook)).toBe(0)
    expect((await again(hook, pages(1, 3))).body).toMatchObject({ accepted: 3, duplicates: 0 })
    expect(await charged(hook)).toBe(3)
  })

  it('while its token is looked up for the first time has the outcome none', async () => {
    await knownHook()
    wire.freeze()
    expect(await refused({ token: mintToken('pbh_') }, pages(1, 1))).toBe('none')
  })

  it('by ending the session before the commit has the outcome unknown, and can be sent again as it was', async () => {
    const hook = await knownHook()
    {
      await using account = await holdAccount(hook)
      const [outcome] = await Promise.all([refused(hook, pages(1, 3)), account.endWaiting()])
      expect(outcome).toBe('unknown')
    }
    expect(await charged(hook)).toBe(0)
    expect((await again(hook, pages(1, 3))).body).toMatchObject({ accepted: 3, duplicates: 0 })
  })

  it('by taking too long is rolled back by the server, and has the outcome none', async () => {
    const hook = await knownHook()
    {
      await using _account = await holdAccount(hook)
      expect(await refused(hook, pages(1, 3))).toBe('none')
    }
    expect(await charged(hook)).toBe(0)
    expect((await again(hook, pages(1, 3))).body).toMatchObject({ accepted: 3 })
  })

  it('by losing the commit’s answer has the outcome unknown; the URLs arrive, and sending again costs nothing more', async () => {
    const hook = await knownHook()
    const urls = pages(101, 103)
    wire.muteAnswers()
    expect(await refused(hook, urls)).toBe('unknown')
    await until('the commit is there', async () => (await charged(hook)) === 3)
    wire.restore()
    wire.cut()
    wire.restore()
    expect((await again(hook, urls)).body).toMatchObject({ accepted: 0, duplicates: 3 })
    expect(await charged(hook)).toBe(3)
    await until('every URL has arrived', () => urls.every((url) => arrived.includes(url)))
  })

  it('by losing the commit’s answer gets that very answer for the same Idempotency-Key', async () => {
    const hook = await knownHook()
    const headers = { 'idempotency-key': 'deploy-7' }
    wire.muteAnswers()
    expect(await refused(hook, pages(1, 3), headers)).toBe('unknown')
    await until('the commit is there', async () => (await charged(hook)) === 3)
    wire.restore()
    wire.cut()
    wire.restore()
    expect((await again(hook, pages(1, 3), headers)).body).toMatchObject({ accepted: 3, duplicates: 0 })
    expect(await charged(hook)).toBe(3)
  })
})
