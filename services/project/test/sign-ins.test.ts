import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { hashToken } from '@pagebell/tokens/token'
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

  it('refuses an unknown address with the message of a wrong password', async () => {
    const { email } = await service.newAccount()
    const wrong = { kind: 'unauthenticated', code: 'wrong_credentials', message: expect.any(String), errors: undefined }
    const refused = await refusal(service.signIns.signIn({ email, password: 'not this one' }))
    expect(refused).toEqual(wrong)
    for (const nobody of [`${randomUUID()}@example.com`, 'no address', '\0@x', '']) {
      expect(await refusal(service.signIns.signIn({ email: nobody, password: 'not this one' }))).toEqual(refused)
    }
  })

  it('with the old password begins no session of the new one, however the two meet', async () => {
    const { accountId, email, password } = await service.newAccount()
    const signIn = () =>
      service.signIns.signIn({ email, password }, { deadlineMs: 60_000 }).then(
        (account) => account.password_version,
        ({ code }: { code: string }) => code,
      )
    // They wait for the same slots as the change, so that some end before it and some after it.
    const change = { account_id: accountId, current_password: password, new_password: 'another long password 7' }
    const before = Array.from({ length: 5 }, signIn)
    const changed = service.signIns.changePassword(change, { deadlineMs: 60_000 })
    const beside = Array.from({ length: 10 }, signIn)
    expect((await changed).password_version).toBe(2)
    for (const outcome of await Promise.all([...before, ...beside])) expect([1, 'wrong_credentials']).toContain(outcome)
    expect(await signIn()).toBe('wrong_credentials')
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

describe('fifty networks that guess without end', () => {
  /** The machine may be slow: only the order counts. */
  const longDeadline = { deadlineMs: 60_000 }

  /** Guesses from fifty networks, each its next one as soon as it was answered, while the work is done. */
  async function while50Guess<T>(email: string, work: () => Promise<T>): Promise<T> {
    const guess = { email, password: 'not this one', known_network: false }
    let guessing = true
    let answered = 0
    const guessers = Array.from({ length: 50 }, async (_, n) => {
      while (guessing) {
        const network = `203.0.113.${n}`
        await refusal(service.signIns.signIn({ ...guess, network }, longDeadline))
        answered += 1
      }
    })
    try {
      await until('they are at it', () => answered >= 10)
      return await work()
    } finally {
      guessing = false
      await Promise.all(guessers)
    }
  }

  it('do not keep the owner out, neither from a known network nor from a new one', async () => {
    const { email, password } = await service.newAccount()
    await while50Guess(email, async () => {
      const home = { email, password, network: '198.51.100.7', known_network: true }
      for (let n = 0; n < 6; n++) expect(await service.signIns.signIn(home, longDeadline)).toMatchObject({ email })
      const elsewhere = { email, password, network: '192.0.2.200', known_network: false }
      expect(await service.signIns.signIn(elsewhere, longDeadline)).toMatchObject({ email })
    })
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
    ['current_password', { current_password: 'not this one' }, /^That is not your current password\.$/],
    ['new_password', { new_password: 'short' }, /^Use /],
    ['new_password', { new_password: 'x'.repeat(129) }, /^Use /],
  ])('refuses a wrong %s and changes nothing: %j', async (field, wrong, text) => {
    const { accountId, email, password } = await service.newAccount()
    const change = { account_id: accountId, current_password: password, new_password: 'another good one', ...wrong }
    const refused = await refusal(service.signIns.changePassword(change))
    expect(refused).toMatchObject({ kind: 'invalid', errors: { [field]: [expect.stringMatching(text)] } })
    expect(await service.signIns.signIn({ email, password })).toMatchObject({ password_version: 1 })
  })

  it.each([randomUUID(), 'x', ''])('knows no account %j', async (account_id) => {
    const change = { account_id, current_password: 'correct horse', new_password: 'another good one' }
    await expect(service.signIns.changePassword(change)).rejects.toMatchObject({ kind: 'not_found' })
  })
})

describe('a reset token', () => {
  const reset = async (email: string) => (await service.signIns.createResetToken({ email })).reset_token
  const use = (setup_token: string, email: string, password = 'another good one') =>
    service.signIns.createFirstAccount({ setup_token, email, password })
  const noToken = { kind: 'invalid', errors: { setup_token: [expect.any(String)] } }

  it('sets a new password of its account, once, and ends what remembers the old one', async () => {
    const { accountId, email, password } = await service.newAccount('pro')
    const token = await reset(email.toUpperCase())
    expect(await service.signIns.signIn({ email, password })).toMatchObject({ password_version: 1 })
    expect(await use(token, email.toUpperCase())).toMatchObject({
      account_id: accountId,
      plan: 'pro',
      password_version: 2,
    })
    expect(await service.signIns.signIn({ email, password: 'another good one' })).toMatchObject({
      account_id: accountId,
    })
    await expect(service.signIns.signIn({ email, password })).rejects.toMatchObject({ code: 'wrong_credentials' })
    await expect(use(token, email)).rejects.toMatchObject(noToken)
  })

  it('is for one account: neither for another nor for a new one', async () => {
    const [account, otherAccount] = [await service.newAccount(), await service.newAccount()]
    const token = await reset(account.email)
    for (const email of [otherAccount.email, `${randomUUID()}@example.com`])
      await expect(use(token, email)).rejects.toMatchObject({
        kind: 'invalid',
        errors: { email: [expect.any(String)] },
      })
    expect(await service.signIns.signIn(otherAccount)).toMatchObject({ email: otherAccount.email })
    expect(await use(token, account.email)).toMatchObject({ account_id: account.accountId })
  })

  it('is void once the password is changed, and another account’s is not', async () => {
    const [{ accountId, email, password }, other] = [await service.newAccount(), await service.newAccount()]
    const [token, ofOther] = [await reset(email), await reset(other.email)]
    const change = { account_id: accountId, current_password: password, new_password: 'a third good one' }
    await service.signIns.changePassword(change)
    await expect(use(token, email)).rejects.toMatchObject(noToken)
    expect(await service.signIns.signIn({ email, password: 'a third good one' })).toMatchObject({ password_version: 2 })
    expect(await use(ofOther, other.email)).toMatchObject({ account_id: other.accountId })
  })

  it('takes the place of an unused one of the account, leaves set-up tokens alone, and is over after its time', async () => {
    const { email } = await service.newAccount()
    const { setup_token } = await service.signIns.createSetupToken({ plan: 'free' })
    const [old, latest] = [await reset(email), await reset(email)]
    await expect(use(old, email)).rejects.toMatchObject(noToken)
    await expect(use(latest, email, 'password1')).rejects.toMatchObject({ errors: { password: [expect.any(String)] } })
    await service.db
      .acrossAccounts()
      .query({ text: `update password_reset set expires_at = expires_at - interval '24 hours'` })
    await expect(use(latest, email)).rejects.toMatchObject(noToken)
    expect(await use(setup_token, `${randomUUID()}@example.com`)).toMatchObject({ plan: 'free' })
  })

  it('is not made for an unknown account, and not kept as it stands', async () => {
    await expect(reset('no@example.com')).rejects.toMatchObject({ kind: 'not_found' })
    const { email } = await service.newAccount()
    const token = await reset(email)
    const { rows } = await service.db.acrossAccounts().query<{ row: string }>({
      text: 'select password_reset::text as row from password_reset',
    })
    const all = rows.map(({ row }) => row).join()
    expect(all).toContain(hashToken(token).toString('hex'))
    expect(all).not.toContain(token)
  })
})

describe('ending the sessions of an account', () => {
  it('raises the version that they remember, and leaves the password', async () => {
    const { email, password } = await service.newAccount()
    expect(await service.signIns.endSessions({ email })).toMatchObject({ email, password_version: 2 })
    expect(await service.signIns.signIn({ email, password })).toMatchObject({ password_version: 2 })
    await expect(service.signIns.endSessions({ email: 'no@example.com' })).rejects.toMatchObject({ kind: 'not_found' })
  })
})

describe('a suspended account', () => {
  it('is let in neither by key nor by password nor by a reset link, and is as before once it is resumed', async () => {
    const { email, password, apiKey } = await service.newAccount('pro')
    const { reset_token } = await service.signIns.createResetToken({ email })
    const authenticate = () => service.accounts.authenticate({ key_sha256: hashToken(apiKey) })
    const account = await service.accounts.suspendAccount({ email })
    expect(account).toMatchObject({ email, suspended_at: expect.stringMatching(/Z$/), limits_version: 2 })
    const again = await service.accounts.suspendAccount({ email })
    expect(again).toMatchObject({ suspended_at: account.suspended_at, limits_version: 3 })

    const suspended = { kind: 'forbidden', code: 'account_suspended' }
    await expect(authenticate()).rejects.toMatchObject(suspended)
    await expect(service.signIns.signIn({ email, password })).rejects.toMatchObject(suspended)
    const use = { setup_token: reset_token, email, password: 'another good one' }
    await expect(service.signIns.createFirstAccount(use)).rejects.toMatchObject(suspended)
    // Only a client that knows the password learns it.
    const wrong = service.signIns.signIn({ email, password: 'not this one' })
    await expect(wrong).rejects.toMatchObject({ code: 'wrong_credentials' })

    expect((await service.accounts.resumeAccount({ email })).suspended_at).toBeUndefined()
    expect(await authenticate()).toMatchObject({ plan: 'pro' })
    expect(await service.signIns.signIn({ email, password })).toMatchObject({ email })
    await expect(service.accounts.suspendAccount({ email: 'no@example.com' })).rejects.toMatchObject({
      kind: 'not_found',
    })
  })
})
