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

const refusal = (call: Promise<unknown>) =>
  call.then(
    (answer) => Promise.reject(new Error(`It was answered: ${JSON.stringify(answer)}`)),
    ({ kind, code, message, errors }) => ({ kind, code, message, errors }),
  )

describe('signing in', () => {
  it('answers the account, by its address in any case', async () => {
    const { accountId, email, password } = await service.newAccount('pro')
    const account = await service.signIns.signIn({ email: email.toUpperCase(), password })
    expect(account).toEqual(await service.accounts.getAccount({ account_id: accountId }))
    expect(account).toMatchObject({ account_id: accountId, email, plan: 'pro', password_version: 1 })
  })

  it('refuses an unknown address in the words of a wrong password', async () => {
    const { email } = await service.newAccount()
    const wrong = { kind: 'unauthenticated', code: 'wrong_credentials', message: expect.any(String), errors: undefined }
    const refused = await refusal(service.signIns.signIn({ email, password: 'not this one' }))
    expect(refused).toEqual(wrong)
    for (const nobody of [`${randomUUID()}@example.com`, 'no address', '\0@x', '']) {
      expect(await refusal(service.signIns.signIn({ email: nobody, password: 'not this one' }))).toEqual(refused)
    }
  })

  it('takes as long for an unknown address as for a wrong password', async () => {
    const { email } = await service.newAccount()
    // In processor time, which a busy machine does not stretch as it does the clock's.
    const least = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
    for (let round = 0; round < 8; round++) {
      for (const who of ['known', 'unknown'] as const) {
        const before = process.cpuUsage()
        const address = who === 'known' ? email : `${randomUUID()}@example.com`
        await refusal(service.signIns.signIn({ email: address, password: 'not this one' }))
        least[who] = Math.min(least[who], process.cpuUsage(before).user)
      }
    }
    const ratio = least.unknown / least.known
    expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(1.6)
  })
})

describe('changing the password', () => {
  it('makes the new one good and the old one not, and ends what remembers the old version', async () => {
    const { accountId, email, password } = await service.newAccount()
    const change = { account_id: accountId, current_password: password, new_password: 'another good one' }
    expect(await service.signIns.changePassword(change)).toMatchObject({ account_id: accountId, password_version: 2 })
    expect(await service.signIns.signIn({ email, password: 'another good one' })).toMatchObject({ password_version: 2 })
    const old = service.signIns.signIn({ email, password })
    await expect(old).rejects.toMatchObject({ code: 'wrong_credentials' })
  })

  it('lets one of two changes at the same time through', async () => {
    const { accountId, password } = await service.newAccount()
    const change = { account_id: accountId, current_password: password }
    const outcomes = await Promise.allSettled(
      ['the first one', 'the second one'].map((new_password) =>
        service.signIns.changePassword({ ...change, new_password }),
      ),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes).toContainEqual({ status: 'rejected', reason: expect.objectContaining({ code: 'wrong_password' }) })
  })

  it.each([
    ['current_password', { current_password: 'not this one' }],
    ['new_password', { new_password: 'short' }],
    ['new_password', { new_password: 'x'.repeat(129) }],
  ])('refuses a wrong %s and changes nothing: %j', async (field, wrong) => {
    const { accountId, email, password } = await service.newAccount()
    const change = { account_id: accountId, current_password: password, new_password: 'another good one', ...wrong }
    const refused = await refusal(service.signIns.changePassword(change))
    expect(refused).toMatchObject({ kind: 'invalid', errors: { [field]: [expect.stringMatching(/^Use /)] } })
    expect(await service.signIns.signIn({ email, password })).toMatchObject({ password_version: 1 })
  })

  it.each([randomUUID(), 'x', ''])('knows no account %j', async (account_id) => {
    const change = { account_id, current_password: 'correct horse', new_password: 'another good one' }
    await expect(service.signIns.changePassword(change)).rejects.toMatchObject({ kind: 'not_found' })
  })
})

describe('a set-up token', () => {
  const newToken = async (plan = 'unlimited') => (await service.signIns.createSetupToken({ plan })).setup_token
  const first = (setup_token: string, more: object = {}) => {
    const account = { setup_token, email: `${randomUUID()}@example.com`, password: 'correct horse', ...more }
    return service.signIns.createFirstAccount(account)
  }
  const noToken = { kind: 'invalid', errors: { setup_token: [expect.any(String)] } }

  it('makes one account, of its plan, which can sign in and whose limits are told', async () => {
    const told = new Set<string>()
    await using consumer = await connectBroker({ ...service.queues, log: service.log, service: 'intake' })
    await using _consuming = await consumer.consume(
      planChanged,
      'intake',
      async (body) => void told.add(body.account_id),
    )
    const token = await newToken('pro')
    const email = `${randomUUID()}@example.com`
    const made = await first(token, { email })
    expect(made).toMatchObject({ email, plan: 'pro' })
    const account = await service.signIns.signIn({ email, password: 'correct horse' })
    expect(account).toEqual(made)
    await expect(first(token)).rejects.toMatchObject(noToken)
    await until('the limits are told', () => told.has(made.account_id))
  })

  it('makes one account of many made with it at once', async () => {
    const token = await newToken()
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => first(token)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('takes the place of an unused one', async () => {
    const [old, latest] = [await newToken(), await newToken()]
    await expect(first(old)).rejects.toMatchObject(noToken)
    expect(await first(latest)).toMatchObject({ plan: 'unlimited' })
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
    const stored = await service.db.query<{ row: string }>({ text: 'select setup_token::text as row from setup_token' })
    expect(stored.rows.map(({ row }) => row)).toEqual([expect.stringContaining(hashToken(token).toString('hex'))])
    expect(stored.rows[0]?.row).not.toContain(token)
    await service.db.query({ text: `update setup_token set expires_at = expires_at - interval '24 hours'` })
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
