import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectBroker } from '@pagebell/broker/broker'
import { planChanged } from '@pagebell/messages/plan-changed'
import { until } from '@pagebell/testing/until'
import { hashToken, mintToken } from '@pagebell/tokens/token'
import { type RunningProject, startProject } from './start-project.ts'

let service: RunningProject
beforeAll(async () => {
  service = await startProject()
})
afterAll(() => service?.[Symbol.asyncDispose]())

describe('a set-up token', () => {
  const newToken = async (plan = 'unlimited') => (await service.signIns.createSetupToken({ plan })).setup_token
  const first = (setup_token: string, more: object = {}) => {
    const account = { setup_token, email: `${randomUUID()}@example.com`, password: 'correct horse', ...more }
    return service.signIns.createFirstAccount(account)
  }
  const noToken = { kind: 'invalid', errors: { setup_token: [expect.any(String)] } }

  it('creates one account, of its plan, which can sign in and whose limits are published', async () => {
    const published = new Set<string>()
    await using consumer = await connectBroker({ ...service.queues, log: service.log, service: 'intake' })
    await using _consuming = await consumer.consume(
      planChanged,
      'intake',
      async (body) => void published.add(body.account_id),
    )
    const token = await newToken('pro')
    const email = `${randomUUID()}@example.com`
    const made = await first(token, { email })
    expect(made).toMatchObject({ email, plan: 'pro' })
    const account = await service.signIns.signIn({ email, password: 'correct horse' })
    expect(account).toEqual(made)
    await expect(first(token)).rejects.toMatchObject(noToken)
    await until('the limits are published', () => published.has(made.account_id))
  })

  it('makes one account of many made with it at once', async () => {
    const token = await newToken()
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => first(token)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is good beside others that are unused, for one account each', async () => {
    const [one, another] = [await newToken('free'), await newToken('pro')]
    expect(await first(one)).toMatchObject({ plan: 'free' })
    expect(await first(another)).toMatchObject({ plan: 'pro' })
    await expect(first(one)).rejects.toMatchObject(noToken)
  })

  it('stays good when the address is taken or a field is wrong', async () => {
    const token = await newToken()
    const { email } = await service.newAccount()
    await expect(first(token, { email })).rejects.toMatchObject({ kind: 'conflict', code: 'email_taken' })
    await expect(first(token, { email: 'nobody' })).rejects.toMatchObject({ errors: { email: [expect.any(String)] } })
    await expect(first(token, { password: '1' })).rejects.toMatchObject({ errors: { password: [expect.any(String)] } })
    expect(await first(token)).toMatchObject({ plan: 'unlimited' })
  })

  it('is no longer good after its time, and is not kept as it stands', async () => {
    const token = await newToken()
    const stored = await service.db
      .acrossAccounts()
      .query<{ row: string }>({ text: 'select setup_token::text as row from setup_token' })
    const rows = stored.rows.map(({ row }) => row).join('\n')
    expect(rows).toContain(hashToken(token).toString('hex'))
    expect(rows).not.toContain(token)
    await service.db
      .acrossAccounts()
      .query({ text: `update setup_token set expires_at = expires_at - interval '24 hours'` })
    await expect(first(token)).rejects.toMatchObject(noToken)
  })

  it.each([mintToken('pbs_'), mintToken('pbk_'), 'pbs_', ''])(
    'that was never given out is refused: %j',
    async (token) => {
      await expect(first(token)).rejects.toMatchObject(noToken)
    },
  )

  it('is not made for a plan that does not exist', async () => {
    await expect(service.signIns.createSetupToken({ plan: 'gold' })).rejects.toMatchObject({ kind: 'invalid' })
  })
})
