import { argon2Sync, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { hashToken, isWellFormed, mintToken } from '@pagebell/tokens/token'
import { type RunningProject, startProject } from './start-project.ts'

let service: RunningProject
beforeAll(async () => {
  service = await startProject()
})
afterAll(() => service?.[Symbol.asyncDispose]())

const callerOf = (apiKey: string) => service.accounts.authenticate({ key_sha256: hashToken(apiKey) })
const refusedKey = { kind: 'unauthenticated' }

describe('the settings of an account', () => {
  it('make new reports private, until the owner chooses otherwise', async () => {
    const made = async () =>
      (await service.accounts.createAccount({ email: `${randomUUID()}@a.example`, plan: 'pro' })).account
    const [account, other] = [await made(), await made()]
    expect([account?.new_report_privacy, other?.new_report_privacy]).toEqual([1, 1])
    const account_id = account?.account_id ?? ''
    const changed = await service.accounts.changeAccountSettings({ account_id, new_report_privacy: 0 })
    expect(changed).toEqual({ ...account, new_report_privacy: 0 })
    expect(await service.accounts.getAccount({ account_id })).toEqual(changed)
    expect(await service.accounts.getAccount({ account_id: other?.account_id ?? '' })).toEqual(other)
  })

  it('are refused for an unknown value and an unknown account', async () => {
    const account_id = randomUUID()
    const unknown = service.accounts.changeAccountSettings({ account_id, new_report_privacy: 0 })
    await expect(unknown).rejects.toMatchObject({ kind: 'not_found' })
    const wrong = service.accounts.changeAccountSettings({ account_id, new_report_privacy: 2 })
    await expect(wrong).rejects.toMatchObject({ errors: { new_report_privacy: [expect.any(String)] } })
  })
})

describe('creating an account', () => {
  it('answers a key with every scope and a password that are good, once', async () => {
    const email = `${randomUUID()}@Example.com`
    const { account, api_key, password } = await service.accounts.createAccount({ email, plan: 'pro' })

    expect(account).toMatchObject({ email, plan: 'pro', limits_version: 1 })
    expect(account?.limits).toEqual({
      urls_per_day: 10_000,
      urls_per_month: 200_000,
      calls_per_minute: 600,
      api_keys: 20,
      projects: 1_000,
      reports: 200_000,
      analyses_per_minute: 300,
      analyses_per_day: 20_000,
      hook_requests_per_minute: 60_000,
      site_pages: 10_000,
    })
    expect(isWellFormed(api_key, 'pbk_')).toBe(true)
    expect(password.length).toBeGreaterThanOrEqual(20)
    const scopes = ['reports:read', 'reports:write', 'projects:read', 'projects:write', 'hooks:write']
    expect(await callerOf(api_key)).toMatchObject({ account_id: account?.account_id, plan: 'pro', scopes })
  })

  it('keeps neither the key nor the password, but an argon2id of the password', async () => {
    const { accountId, apiKey, password } = await service.newAccount()
    const stored = await service.db.acrossAccounts().query<{ password_hash: string; everything: string }>({
      text: `select a.password_hash, a::text || k::text as everything
        from account a join api_key k using (account_id) where account_id = $1`,
      values: [accountId],
    })
    const { password_hash = '', everything = '' } = stored.rows[0] ?? {}
    expect(everything).not.toContain(apiKey)
    expect(everything).not.toContain(password)

    const [, m, t, p, nonce, tag] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$(.+)\$(.+)$/.exec(password_hash) ?? []
    const expected = argon2Sync('argon2id', {
      message: password,
      nonce: Buffer.from(nonce ?? '', 'base64'),
      tagLength: 32,
      memory: Number(m),
      passes: Number(t),
      parallelism: Number(p),
    })
    expect(Buffer.from(tag ?? '', 'base64').equals(expected)).toBe(true)
  })

  it('refuses an address that has an account, in whatever case it is written', async () => {
    const { email } = await service.newAccount()
    const again = service.accounts.createAccount({ email: email.toUpperCase(), plan: 'free' })
    await expect(again).rejects.toMatchObject({ kind: 'conflict', code: 'email_taken' })
  })

  it('makes one account of many made at once with one address', async () => {
    const email = `${randomUUID()}@example.com`
    const tries = Array.from({ length: 8 }, () => service.accounts.createAccount({ email, plan: 'free' }))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'email_taken' })
    }
  })

  it.each([
    ['email', { email: 'nobody', plan: 'free' }],
    ['email', { email: 'line\n@example.com', plan: 'free' }],
    ['email', { email: `nul\0@example.com`, plan: 'free' }],
    ['plan', { email: 'a@example.com', plan: 'gold' }],
    ['plan', { email: 'a@example.com', plan: 'toString' }],
    ['password', { email: 'a@example.com', plan: 'free', password: 'short' }],
    ['password', { email: 'a@example.com', plan: 'free', password: 'x'.repeat(129) }],
  ])('refuses a wrong %s, saying what is allowed: %j', async (field, request) => {
    const errors = { [field]: [expect.stringMatching(/^Use /)] }
    await expect(service.accounts.createAccount(request)).rejects.toMatchObject({ kind: 'invalid', errors })
  })
})

describe('getting an account', () => {
  it('finds it by its id and by its address in any case', async () => {
    const { accountId, email } = await service.newAccount('unlimited')
    const account = { account_id: accountId, email, plan: 'unlimited', limits: {} }
    expect(await service.accounts.getAccount({ account_id: accountId })).toMatchObject(account)
    expect(await service.accounts.getAccount({ email: email.toUpperCase() })).toMatchObject(account)
  })

  it.each([{ account_id: randomUUID() }, { account_id: 'x' }, { email: 'no@example.com' }, { email: '\0@x' }, {}])(
    'knows none for %j',
    async (request) => {
      await expect(service.accounts.getAccount(request)).rejects.toMatchObject({ kind: 'not_found' })
    },
  )
})

describe('changing the plan', () => {
  it('gives the new limits to the next caller, and a higher version', async () => {
    const { apiKey, email } = await service.newAccount('free')
    const before = await callerOf(apiKey)
    const account = await service.accounts.changePlan({ email, plan: 'pro' })
    expect(account).toMatchObject({ plan: 'pro', limits: { urls_per_day: 10_000 } })
    const after = await callerOf(apiKey)
    expect(after).toMatchObject({ plan: 'pro', limits: { calls_per_minute: 600 } })
    expect(after.limits_version).toBeGreaterThan(before.limits_version)
  })

  it('refuses an unknown plan and an unknown account', async () => {
    const { email } = await service.newAccount()
    const gold = service.accounts.changePlan({ email, plan: 'gold' })
    await expect(gold).rejects.toMatchObject({ kind: 'invalid', errors: { plan: [expect.stringContaining('pro')] } })
    const nobody = service.accounts.changePlan({ email: 'no@example.com', plan: 'pro' })
    await expect(nobody).rejects.toMatchObject({ kind: 'not_found' })
  })
})

describe('an API key', () => {
  it('carries the scopes it was made with, each once, until it expires', async () => {
    const { accountId } = await service.newAccount()
    const expires_at = new Date(Date.now() + 1_500).toISOString()
    const scopes = ['reports:read', 'hooks:write', 'reports:read']
    const { key, api_key } = await service.accounts.createKey({ account_id: accountId, scopes, expires_at })
    expect(key).toMatchObject({ last_four: api_key.slice(-4), expires_at })
    expect(await callerOf(api_key)).toMatchObject({ scopes: ['reports:read', 'hooks:write'], expires_at })
    await until('the key has expired', () =>
      callerOf(api_key).then(
        () => false,
        (error) => error.kind === 'unauthenticated',
      ),
    )
  })

  it.each([
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: ['reports:read', 'everything'] }],
    ['expires_at', { scopes: ['reports:read'], expires_at: 'tomorrow' }],
    ['expires_at', { scopes: ['reports:read'], expires_at: '2020-01-01T00:00:00Z' }],
    ['expires_at', { scopes: ['reports:read'], expires_at: '2099-13-01T00:00:00Z' }],
  ])('is refused for a wrong %s: %j', async (field, request) => {
    const { accountId } = await service.newAccount()
    const made = service.accounts.createKey({ account_id: accountId, ...request })
    await expect(made).rejects.toMatchObject({ kind: 'invalid', errors: { [field]: [expect.any(String)] } })
  })

  it.each([randomUUID(), 'x', ''])(
    'is not made, nor are any listed, for the unknown account %j',
    async (account_id) => {
      const made = service.accounts.createKey({ account_id, scopes: ['reports:read'] })
      await expect(made).rejects.toMatchObject({ kind: 'not_found' })
      await expect(service.accounts.listKeys({ account_id })).rejects.toMatchObject({ kind: 'not_found' })
    },
  )

  it('is unknown until it is made, and no longer good once it is revoked, however often', async () => {
    const { accountId, apiKey } = await service.newAccount()
    await expect(callerOf(mintToken('pbk_'))).rejects.toMatchObject(refusedKey)
    await expect(service.accounts.authenticate({ key_sha256: Buffer.alloc(0) })).rejects.toMatchObject(refusedKey)

    const { key_id } = await callerOf(apiKey)
    const revoked = await service.accounts.revokeKey({ account_id: accountId, key_id })
    await expect(callerOf(apiKey)).rejects.toMatchObject(refusedKey)
    const again = await service.accounts.revokeKey({ account_id: accountId, key_id })
    expect(again.revoked_at).toBe(revoked.revoked_at)
  })

  it('is one of twenty at most: revoked and expired ones make room', async () => {
    const { accountId: account_id } = await service.newAccount()
    const make = () => service.accounts.createKey({ account_id, scopes: ['reports:read'] })
    const made = await Promise.allSettled(Array.from({ length: 25 }, make))
    const keys = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.key] : []))
    // With the one that the account was made with.
    expect(keys).toHaveLength(19)
    const refused = { kind: 'conflict', code: 'key_limit_reached', details: { limit: 20 } }
    for (const one of made) if (one.status === 'rejected') expect(one.reason).toMatchObject(refused)

    await service.accounts.revokeKey({ account_id, key_id: keys[0]?.key_id ?? '' })
    await make()
    await expect(make()).rejects.toMatchObject(refused)
    const expire = `update api_key set expires_at = now() - interval '1 second' where account_id = $1 and key_id = $2`
    await service.db.acrossAccounts().query({ text: expire, values: [account_id, keys[1]?.key_id] })
    await make()
    await expect(make()).rejects.toMatchObject(refused)
  })

  it('of another account can be neither seen nor revoked', async () => {
    const [account, otherAccount] = [await service.newAccount(), await service.newAccount()]
    const { key_id } = await callerOf(otherAccount.apiKey)
    const asMine = (id: string) => service.accounts.revokeKey({ account_id: account.accountId, key_id: id })
    const unknown = await asMine(randomUUID()).catch((error: Error) => error)
    await expect(asMine(key_id)).rejects.toEqual(unknown)
    await expect(asMine('no-uuid')).rejects.toEqual(unknown)
    expect(await callerOf(otherAccount.apiKey)).toMatchObject({ key_id })
    const { keys } = await service.accounts.listKeys({ account_id: account.accountId })
    expect(keys.map((key) => key.key_id)).not.toContain(key_id)
  })

  it('shows in the list, newest first, when it was last used, to the minute', async () => {
    const { accountId, apiKey } = await service.newAccount()
    const { key } = await service.accounts.createKey({ account_id: accountId, scopes: ['reports:read'] })
    const list = async () => (await service.accounts.listKeys({ account_id: accountId })).keys
    expect((await list()).map(({ key_id, last_used_at }) => [key_id === key?.key_id, last_used_at])).toEqual([
      [true, undefined],
      [false, undefined],
    ])

    await callerOf(apiKey)
    const first = (await list())[1]?.last_used_at
    expect(first).toBeDefined()
    await callerOf(apiKey)
    expect((await list())[1]?.last_used_at).toBe(first)

    const text = `update api_key set last_used_at = last_used_at - interval '61 seconds' where account_id = $1`
    await service.db.acrossAccounts().query({ text, values: [accountId] })
    await callerOf(apiKey)
    expect(String((await list())[1]?.last_used_at) >= String(first)).toBe(true)
  })
})
