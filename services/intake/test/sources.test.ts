import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { intake, newHook, test, useIntake } from './intake-under-test.ts'
import {
  batchesOf,
  changed,
  type Given,
  newIds,
  newSource,
  post,
  product,
  type Sent,
  secret,
  signed,
  urlOf,
} from './new-source.ts'

useIntake()

describe('a delivery', () => {
  it('that is signed is submitted with the token of its source, and answered with its verdict', async () => {
    const source = await newSource()
    const { status, body } = await post(source.token, product(1, 'lamp'))
    expect([status, body]).toEqual([
      202,
      {
        verdict: 'urls',
        event: 'products/update',
        reason: null,
        missing: [],
        batch_id: expect.any(String),
        batches: [{ action: 'update', batch_id: body.batch_id }],
        accepted: 1,
        duplicates: 0,
        rejected: 0,
        results: [{ url: urlOf('lamp'), verdict: 'accepted', action: 'update' }],
        quota: expect.any(Object),
        status: 202,
      },
    ])
    const [stored] = await test.query('select token_id from source where source_id = $1', [source.source_id])
    expect(await batchesOf(source)).toEqual([
      { action: 'update', urls: [urlOf('lamp')], token_id: stored?.['token_id'] },
    ])
    await until('it has left the outbox', async () => {
      const rows = await test.query('select from outbox where project_id = $1', [source.project_id])
      return rows.length === 0 || undefined
    })
  })

  const unauthorized = {
    verdict: 'unauthorized',
    reason: 'the signature or secret is missing, wrong or too old',
    status: 401,
  }
  it.each<[string, Sent]>([
    ['a wrong secret', { by: 'another' }],
    ['an empty signature', { headers: { 'x-shopify-hmac-sha256': '' } }],
    ['the signature of another body', { headers: { 'x-shopify-hmac-sha256': signed('{}', secret) } }],
  ])('with %s is refused by one constant body', async (_what, sent) => {
    const source = await newSource()
    expect(await post(source.token, product(1, 'lamp'), sent)).toEqual({ status: 401, body: unauthorized })
    expect(await batchesOf(source)).toEqual([])
  })

  it('from another address than those that are allowed is refused alike, whatever its signature', async () => {
    const source = await newSource({ allow_ips: ['192.0.2.0/24'] })
    const from = (address: string) =>
      post(source.token, product(1, 'lamp'), { headers: { 'x-forwarded-for': address } })
    expect(await from('198.51.100.7')).toEqual({ status: 401, body: unauthorized })
    expect((await from('192.0.2.7')).status).toBe(202)
  })

  it('that is sent again is submitted once, also under another signature of the same secret', async () => {
    const source = await newSource()
    const delivery = randomUUID()
    expect((await post(source.token, product(1, 'lamp'), { delivery })).status).toBe(202)
    const again = await post(source.token, product(1, 'another'), { delivery })
    expect(again).toEqual({
      status: 200,
      body: {
        verdict: 'ignored',
        event: 'products/update',
        reason: 'this delivery was received before',
        missing: [],
        status: 200,
      },
    })
    expect(await batchesOf(source)).toHaveLength(1)
  })

  it('of WooCommerce is submitted although another product was changed in the same second', async () => {
    const source = await newSource({ kind: 'woocommerce' })
    const headers = { 'x-wc-webhook-topic': 'product.updated', 'x-wc-webhook-delivery-id': 'a-hash-of-this-second' }
    const send = (id: number) => {
      const permalink = `https://example.com/product/${id}/`
      const body = JSON.stringify({ id, permalink, status: 'publish', catalog_visibility: 'visible' })
      return post(source.token, body, { headers: { ...headers, 'x-wc-webhook-signature': signed(body, secret) } })
    }
    expect((await Promise.all([send(1), send(2)])).map(({ body }) => body.accepted)).toEqual([1, 1])
    expect((await send(2)).body).toMatchObject({ accepted: 0, duplicates: 1 })
  })

  it('is submitted once though ten copies of it come at once', async () => {
    const source = await newSource()
    const delivery = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(source.token, product(1, 'lamp'), { delivery })),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      ...Array.from({ length: 9 }, () => 200),
      202,
    ])
  })

  it('of another account may have the same id', async () => {
    const delivery = randomUUID()
    for (const source of [await newSource(), await newSource()]) {
      expect((await post(source.token, product(1, 'lamp'), { delivery })).status).toBe(202)
    }
  })

  it('may be signed by the secret before, until its grace has ended', async () => {
    const source = await newSource()
    const next = 'shpss_of_the_rotation'
    await intake.sources.changeSource({ ...source, ...changed({ secret: next, secret_grace_seconds: 600 }) })
    expect((await post(source.token, product(1, 'a'), { by: secret })).status).toBe(202)
    expect((await post(source.token, product(1, 'b'), { by: next })).status).toBe(202)
    await intake.sources.changeSource({ ...source, ...changed({ secret: 'shpss_third' }) })
    expect((await post(source.token, product(1, 'c'), { by: next })).status).toBe(401)
  })

  it('to the token before is accepted until its grace has ended', async () => {
    const source = await newSource()
    const rotated = await intake.sources.rotateSource({ ...source, grace_seconds: 600, idempotency: undefined })
    expect((await post(source.token, product(1, 'a'))).status).toBe(202)
    expect((await post(rotated.token, product(1, 'b'))).status).toBe(202)
    await intake.sources.rotateSource({ ...source, grace_seconds: 0, idempotency: undefined })
    expect((await post(rotated.token, product(1, 'c'))).status).toBe(404)
  })

  it.each<[string, (source: Awaited<ReturnType<typeof newSource>>) => Promise<unknown>]>([
    ['is disabled', (source) => intake.sources.changeSource({ ...source, ...changed({ enabled: false }) })],
    ['was deleted', (source) => intake.sources.deleteSource(source)],
    ['is of a project that is being closed', (source) => intake.quotas.closeProject(source)],
  ])('to a source that %s is answered as if there were none', async (_what, end) => {
    const source = await newSource()
    await end(source)
    // One to submit, and one that a source answers without a transaction.
    for (const sent of [{}, { headers: { 'x-shopify-topic': 'orders/create' } }]) {
      const { status, body } = await post(source.token, product(1, 'lamp'), sent)
      expect([status, body.code]).toEqual([404, 'unknown_webhook'])
    }
  })

  it('to the token of a webhook is not read, and a source has no /submit', async () => {
    const hook = await newHook(intake)
    expect((await post(hook.token, product(1, 'lamp'))).status).toBe(404)
    const { token } = await newSource()
    const submitted = await fetch(`${intake.url}/api/hooks/${token}/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ urls: [urlOf('lamp')] }),
    })
    expect(submitted.status).toBe(404)
  })

  it('to a known token may be large: the gateway asks whether there is one', async () => {
    const { token } = await newSource()
    const ask = (bearer: string) =>
      fetch(`${intake.url}/api/hooks`, { method: 'HEAD', headers: { authorization: `Bearer ${bearer}` } })
    expect((await ask(token)).status).toBe(204)
  })

  it('of one byte more than 1 MB is refused, and JSON of 65 levels is unmapped', async () => {
    const source = await newSource()
    const large = `"${'x'.repeat(1_024 * 1_024 - 1)}"`
    expect((await post(source.token, large)).status).toBe(413)
    const deep = await post(source.token, `${'['.repeat(65)}${']'.repeat(65)}`)
    expect([deep.status, deep.body.verdict, deep.body.reason]).toEqual([200, 'unmapped', 'JSON deeper than 64 levels'])
  })

  it.each<[string, Given, Record<string, string>, object, object]>([
    [
      'a ping',
      { kind: 'github' },
      { 'x-github-event': 'ping' },
      { zen: 'Keep it.' },
      { verdict: 'ignored', reason: 'ping' },
    ],
    [
      'a push without rules',
      { kind: 'github' },
      { 'x-github-event': 'push' },
      { ref: 'refs/heads/main', commits: [], repository: { default_branch: 'main' } },
      { verdict: 'scan', reason: 'push to branch main' },
    ],
    ['a draft', {}, {}, product(1, 'lamp', { status: 'draft' }), { verdict: 'ignored', event: 'products/update' }],
    ['a missing field', {}, {}, { ...product(1, ''), handle: null }, { verdict: 'unmapped', missing: ['handle'] }],
    [
      'a deletion of an id that was never seen',
      {},
      { 'x-shopify-topic': 'products/delete' },
      { id: 77 },
      { verdict: 'unmapped', reason: 'id never seen' },
    ],
  ])('with nothing to submit is answered 200: %s', async (_what, given, headers, body, expected) => {
    const source = await newSource(given)
    const text = JSON.stringify(body)
    const signature = `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
    const answer = await post(source.token, body, { headers: { 'x-hub-signature-256': signature, ...headers } })
    expect(answer).toMatchObject({ status: 200, body: { ...expected, status: 200 } })
    expect(await batchesOf(source)).toEqual([])
    const reply = await intake.sources.getSource(source)
    expect(reply.last_used_at).toEqual(expect.any(String))
  })

  it('is taken unsigned by a source without a secret', async () => {
    const source = await newSource({ secret: '', kind: 'urls' })
    const { status, body } = await post(source.token, { urls: ['https://example.com/a', 'https://foreign.example/'] })
    expect([status, body.accepted, body.reason]).toEqual([202, 1, '1 of 2 left out: url of another host'])
  })
})

describe('a page', () => {
  it('with a new address has its old one deleted, and is found by its id when it is gone', async () => {
    const source = await newSource()
    await post(source.token, product(7, 'old'))
    const renamed = await post(source.token, product(7, 'new'))
    expect(renamed.body.results).toEqual([
      { url: urlOf('new'), verdict: 'accepted', action: 'update' },
      { url: urlOf('old'), verdict: 'accepted', action: 'delete' },
    ])
    expect(renamed.body.batches).toHaveLength(2)
    const gone = await post(source.token, { id: 7 }, { topic: 'products/delete' })
    expect(gone.body.results).toEqual([{ url: urlOf('new'), verdict: 'accepted', action: 'delete' }])
    const again = await post(source.token, { id: 7 }, { topic: 'products/delete' })
    expect([again.status, again.body.reason]).toEqual([200, 'id never seen'])
    expect((await batchesOf(source)).map(({ action, urls }) => [action, urls])).toEqual([
      ['update', [urlOf('old')]],
      ['update', [urlOf('new')]],
      ['delete', [urlOf('old')]],
      ['delete', [urlOf('new')]],
    ])
  })

  it('has each address before deleted though many changes come at once', async () => {
    const source = await newSource()
    const handles = Array.from({ length: 12 }, (_, n) => `handle-${n}`)
    const answers = await Promise.all(handles.map((handle) => post(source.token, product(7, handle))))
    expect(answers.map(({ status }) => status)).toEqual(handles.map(() => 202))
    const batches = await batchesOf(source)
    const of = (action: string) => batches.filter((one) => one['action'] === action).flatMap((one) => one['urls'])
    const [kept] = await test.query('select url from source_item where source_id = $1', [source.source_id])
    expect(new Set(of('update'))).toEqual(new Set(handles.map(urlOf)))
    expect(new Set([...of('delete'), kept?.['url']])).toEqual(new Set(handles.map(urlOf)))
  })

  it('of one source is not found by the id of another, also of the same account', async () => {
    const ids = newIds()
    const [one, other] = [await newSource({ ids }), await newSource({ ids: { ...ids, project_id: randomUUID() } })]
    await post(one.token, product(7, 'lamp'))
    const { status, body } = await post(other.token, { id: 7 }, { topic: 'products/delete' })
    expect([status, body.reason]).toEqual([200, 'id never seen'])
  })
})
