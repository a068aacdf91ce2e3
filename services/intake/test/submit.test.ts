import { describe, expect, it } from '@jest/globals'
import { mintToken } from '@pagebell/tokens/token'
import { intake, newHook, nextVersion, pages, read, submit, test, useIntake } from './intake-under-test.ts'

useIntake()

const used = (accountId: string) =>
  test.query('select period, used::int from quota_use where account_id = $1 order by period desc', [accountId])

describe('an accepted request', () => {
  it('has a verdict for every URL in the order sent, and the quota that is left', async () => {
    const hook = await newHook(intake, { urls_per_day: 100, urls_per_month: 1_000 })
    const urls = [
      'https://example.com/a',
      'HTTPS://WWW.Example.com:443/b#c',
      'https://example.com/a',
      'ftp://example.com/',
      'https://evil.test/',
      'https://blog.example.com/',
    ]
    const { status, body, headers } = await submit(intake.url, hook.token, { urls })

    expect(status).toBe(202)
    expect(body).toMatchObject({ accepted: 3, duplicates: 1, rejected: 2, status: 202 })
    expect(body.results.map((one: { url: string }) => one.url)).toEqual(urls)
    const verdicts = body.results.map((one: { verdict: string }) => one.verdict)
    expect(verdicts).toEqual(['accepted', 'accepted', 'duplicate', 'invalid', 'foreign', 'accepted'])
    expect(body.results[2].allowed_again_at).toMatch(/Z$/)
    expect(body.results[3].reason).toBe('neither http nor https')
    expect(body.quota).toMatchObject({
      day: { limit: 100, used: 3, remaining: 97 },
      month: { limit: 1_000, used: 3, remaining: 997 },
    })
    expect(headers.get('ratelimit')).toMatch(/"day";r=97;t=\d+, "month";r=997;t=\d+/)
    expect(await used(hook.account_id)).toMatchObject([{ used: 3 }, { used: 3 }])
  })

  it('charges a URL once within the window, but each action apart', async () => {
    const hook = await newHook(intake)
    const urls = ['https://example.com/x']
    expect((await submit(intake.url, hook.token, { urls })).body).toMatchObject({ accepted: 1 })
    const again = await submit(intake.url, hook.token, { urls: ['https://example.com:443/%78'] })
    expect(again).toMatchObject({ status: 202, body: { accepted: 0, duplicates: 1 } })
    expect(Date.parse(again.body.results[0].allowed_again_at)).toBeGreaterThan(Date.now() + 590_000)
    const batch = await read(intake.url, `/api/hooks/${hook.token}/batches/${again.body.batch_id}`)
    expect(batch.body).toMatchObject({ accepted: 0, duplicates: 1, results: [] })
    expect((await submit(intake.url, hook.token, { urls, action: 'delete' })).body).toMatchObject({ accepted: 1 })
  })

  it('gets the same verdicts after Redis has lost everything', async () => {
    const hook = await newHook(intake)
    await submit(intake.url, hook.token, { urls: pages(1, 5) })
    await test.redis.cleanUp()
    const { body } = await submit(intake.url, hook.token, { urls: pages(3, 8) })
    expect(body).toMatchObject({ accepted: 3, duplicates: 3 })
  })

  it('may carry the token as a Bearer', async () => {
    const hook = await newHook(intake)
    const authorization = `Bearer ${hook.token}`
    const response = await fetch(`${intake.url}/api/hooks/submit`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ urls: pages(1, 1) }),
    })
    expect(response.status).toBe(202)
    const { batch_id } = (await response.json()) as { batch_id: string }
    const batch = await read(intake.url, `/api/hooks/batches/${batch_id}`, { authorization })
    expect(batch.body).toMatchObject({ batch_id, counts: { queued: 1 } })
  })

  it('may have 10,000 URLs', async () => {
    const hook = await newHook(intake)
    expect((await submit(intake.url, hook.token, { urls: pages(1, 10_000) })).body).toMatchObject({ accepted: 10_000 })
    expect(await used(hook.account_id)).toMatchObject([{ used: 10_000 }, { used: 10_000 }])
  })
})

describe('a dry run', () => {
  it('returns the verdicts and changes nothing', async () => {
    const hook = await newHook(intake, { urls_per_day: 10 })
    const dry = await submit(intake.url, hook.token, { urls: pages(1, 3) }, { query: '?dry_run=1' })
    expect(dry).toMatchObject({ status: 200, body: { accepted: 3, batch_id: null, quota: { day: { used: 0 } } } })
    expect(await used(hook.account_id)).toEqual([])
    expect(await test.query('select from batch where account_id = $1', [hook.account_id])).toEqual([])
    expect((await intake.hooks.getHook(hook)).last_used_at).toBeUndefined()
    expect((await submit(intake.url, hook.token, { urls: pages(1, 3) })).body).toMatchObject({ accepted: 3 })
  })
})

describe('a token that is not accepted', () => {
  it('is answered alike, whatever is wrong with it and with the body', async () => {
    const disabled = await newHook(intake)
    const revoked = await newHook(intake)
    const rotated = await newHook(intake)
    const closed = await newHook(intake)
    // Each has been used, so that this process remembers whose it is.
    for (const { token } of [disabled, revoked, rotated, closed]) await submit(intake.url, token, { urls: pages(1, 1) })
    await intake.hooks.setHookEnabled({ ...disabled, enabled: false })
    await intake.hooks.revokeHook(revoked)
    const limits = { version: nextVersion() }
    await intake.hooks.rotateHook({ ...rotated, grace_seconds: 0, limits, idempotency: undefined })
    await intake.quotas.closeProject(closed)

    const tokens = [disabled, revoked, rotated, closed].map((hook) => hook.token)
    const bodies = new Set<string>()
    for (const token of [...tokens, mintToken('pbh_'), mintToken('pbk_'), 'pbh_junk']) {
      for (const sent of [{ urls: pages(2, 2) }, { urls: 7 }, '{']) {
        const { status, body } = await submit(intake.url, token, sent)
        expect(status).toBe(404)
        bodies.add(JSON.stringify({ ...body, request_id: '' }))
      }
    }
    expect(bodies.size).toBe(1)
  })
})

describe('a body that is not as it should be', () => {
  it.each([
    ['text/plain', 'urls', 415],
    ['application/x-www-form-urlencoded', 'urls=a', 415],
    ['application/json', '{"urls":', 400],
    ['application/json', `{"urls":["${'x'.repeat(4_200_000)}"]}`, 413],
    ['application/json', '{"urls":[]}', 422],
    ['application/json', '{"urls":[1]}', 422],
    ['application/json', '{}', 422],
    ['application/json', '{"urls":["https://example.com/"],"extra":1}', 422],
    ['application/json', JSON.stringify({ urls: pages(1, 10_001) }), 422],
    ['application/json', '{"urls":["https://evil.test/","nonsense"]}', 422],
    ['application/json', '{"__proto__":{"urls":[]},"urls":["https://example.com/"]}', 400],
  ])('%s is refused (%#)', async (type, body, expected) => {
    const hook = await newHook(intake)
    const { status, headers } = await submit(intake.url, hook.token, body, { headers: { 'content-type': type } })
    expect(status).toBe(expected)
    expect(headers.get('content-type')).toContain('application/problem+json')
    expect(await used(hook.account_id)).toEqual([])
  })

  it.each([
    [{ channel: 'google' }, 'channel', 'indexnow'],
    [{ action: 'purge' }, 'action', 'update, delete'],
  ])('names what is allowed instead of %j', async (wrong, field, allowed) => {
    const hook = await newHook(intake)
    const { status, body } = await submit(intake.url, hook.token, { urls: pages(1, 1), ...wrong })
    expect(status).toBe(422)
    expect(body.errors[field].join()).toContain(allowed)
  })
})

describe('an Idempotency-Key', () => {
  it('gets the very same answer again, and refuses another body', async () => {
    const hook = await newHook(intake, { urls_per_day: 5 })
    const headers = { 'idempotency-key': 'deploy-1' }
    await submit(intake.url, hook.token, { urls: pages(1, 1) })
    const first = await submit(intake.url, hook.token, { urls: pages(1, 5) }, { headers })
    const second = await submit(intake.url, hook.token, { urls: pages(1, 5) }, { headers })
    expect(first).toMatchObject({ status: 202, body: { accepted: 4, duplicates: 1 } })
    expect(second.body).toEqual(first.body)
    const other = await submit(intake.url, hook.token, { urls: pages(1, 2) }, { headers })
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect(await used(hook.account_id)).toMatchObject([{ used: 5 }, { used: 5 }])
  })
})

describe('a batch', () => {
  it('has the status of each URL, and is unknown to another account', async () => {
    const otherHook = await newHook(intake)
    const other = await newHook(intake)
    const { body } = await submit(intake.url, otherHook.token, { urls: pages(1, 2) })
    test.deliveries.set(body.batch_id, [
      { url: 'https://example.com/page-1', channel: 'indexnow', status: 'delivered' },
    ])
    expect((await read(intake.url, `/api/hooks/${otherHook.token}/batches/${body.batch_id}`)).body).toMatchObject({
      counts: { delivered: 1, queued: 1 },
      results: [
        { url: 'https://example.com/page-1', status: 'delivered' },
        { url: 'https://example.com/page-2', status: 'queued' },
      ],
    })
    const foreign = await read(intake.url, `/api/hooks/${other.token}/batches/${body.batch_id}`)
    const unknown = await read(intake.url, `/api/hooks/${other.token}/batches/${crypto.randomUUID()}`)
    expect(foreign.status).toBe(404)
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
  })
})

it('writes no token into its log', async () => {
  const hook = await newHook(intake)
  await submit(intake.url, hook.token, { urls: pages(1, 1) })
  await submit(intake.url, `${hook.token}x`, { urls: pages(1, 1) })
  await read(intake.url, `/api/hooks/${hook.token}/nowhere`)
  await read(intake.url, `/api/hooks/${hook.token}/batches/none?token=${hook.token}`)
  const log = test.lines.join('')
  expect(log).toContain('/api/hooks/***/submit')
  expect(log).not.toContain(hook.token.slice(4))
})
