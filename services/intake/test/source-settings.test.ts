import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { connectDatabase } from '@pagebell/postgres/database'
import { until } from '@pagebell/testing/until'
import { deleteOldDeliveries, deleteOrphanedItems } from '../src/retention/retention.sql.ts'
import { loadSources } from '../src/sources/load-sources.ts'
import { intake, test, useIntake } from './intake-under-test.ts'
import {
  batchesOf,
  changed,
  type Given,
  newIds,
  newSource,
  post,
  product,
  secret,
  signed,
  urlOf,
} from './new-source.ts'

useIntake()

describe('sources', () => {
  it('are listed with their rules and without their secrets', async () => {
    const ids = newIds()
    await newSource({ ids, rules: [{ url: '/p/{handle}' }], allow_ips: ['192.0.2.0/24'] })
    const { sources } = await intake.sources.listSources(ids)
    expect(sources).toEqual([
      {
        source_id: expect.any(String),
        kind: 'shopify',
        name: 'Shop',
        enabled: true,
        last_four: expect.stringMatching(/^.{4}$/),
        has_secret: true,
        rules: '[{"url":"/p/{handle}"}]',
        default_rules: false,
        allow_ips: ['192.0.2.0/24'],
        created_at: expect.any(String),
        last_request: null,
      },
    ])
    const stored = JSON.stringify(await test.query('select secret from source where account_id = $1', [ids.account_id]))
    expect(stored).not.toContain(secret)
  })

  it('of another account or project are as absent as those that do not exist', async () => {
    const source = await newSource()
    for (const place of [
      { ...source, account_id: randomUUID() },
      { ...source, project_id: randomUUID() },
      { ...source, source_id: randomUUID() },
    ]) {
      const absent = { code: 'no_source' }
      await expect(intake.sources.getSource(place)).rejects.toMatchObject(absent)
      await expect(intake.sources.changeSource({ ...place, ...changed({ name: 'x' }) })).rejects.toMatchObject(absent)
      await expect(
        intake.sources.rotateSource({ ...place, grace_seconds: 0, idempotency: undefined }),
      ).rejects.toMatchObject(absent)
      await expect(intake.sources.trySource({ ...place, headers: [], body: '{}' })).rejects.toMatchObject(absent)
      await expect(intake.sources.deleteSource(place)).rejects.toMatchObject(absent)
    }
    expect((await post(source.token, product(1, 'lamp'))).status).toBe(202)
  })

  it('are of kinds that are listed with their words, rules and samples', async () => {
    const { kinds } = await intake.sources.listKinds({})
    expect(kinds.map(({ kind }) => kind)).toEqual([...(await loadSources()).keys()])
    const shopify = kinds.find(({ kind }) => kind === 'shopify')
    expect(shopify).toMatchObject({
      title: 'Shopify',
      secret: 'signs',
      set_up: expect.arrayContaining([expect.stringMatching(/^Open Settings, Notifications/)]),
      sample_headers: [{ name: 'X-Shopify-Topic', value: 'products/update' }],
    })
    // The sample is tried as it is listed.
    const source = await newSource({ rules: JSON.parse(shopify?.rules ?? '') as object[] })
    const { sample_headers: headers = [], sample_body: body = '' } = shopify ?? {}
    expect(await intake.sources.trySource({ ...source, headers, body })).toMatchObject({ verdict: 'urls', urls: [{}] })
  })

  it('are refused for rules that are no JSON, with the place of the fault', async () => {
    const rules = '[\n  {"url":"/{handle}",}\n]'
    const refused = intake.sources.changeSource({ ...(await newSource()), ...changed({ rules }) })
    await expect(refused).rejects.toMatchObject({ errors: { rules: [expect.stringContaining('line 2 column 22')] } })
  })

  it('are at most 20 in a project', async () => {
    const ids = newIds()
    for (let n = 0; n < 20; n++) await newSource({ ids })
    await expect(newSource({ ids })).rejects.toMatchObject({ code: 'too_many_sources' })
  })

  it.each<[string, Given, string]>([
    ['kind', { kind: 'fax' }, 'kind'],
    ['rule', { rules: [{ url: 'https://{slug}.example/' }] }, 'rules[0].url'],
    ['text in a rule', { rules: [{ url: '/{handle}', when: { event: '\0' } }] }, 'rules[0].when'],
    ['address', { allow_ips: ['192.0.2.0/33'] }, 'allow_ips'],
    ['secret', { secret: 'x'.repeat(501) }, 'secret'],
  ])('are refused for a wrong %s, with what is allowed', async (_what, given, field) => {
    await expect(newSource(given)).rejects.toMatchObject({
      kind: 'invalid',
      errors: { [field]: [expect.stringMatching(/\w{4}/)] },
    })
  })

  it('try a request without keeping anything', async () => {
    const source = await newSource()
    const body = JSON.stringify(product(7, 'lamp'))
    const headers = [
      { name: 'X-Shopify-Topic', value: 'products/update' },
      { name: 'X-Shopify-Hmac-Sha256', value: signed(body, secret) },
    ]
    const tried = await intake.sources.trySource({ ...source, headers, body })
    expect(tried).toEqual({
      verdict: 'urls',
      event: 'products/update',
      urls: [{ url: urlOf('lamp'), action: 'update' }],
      missing: [],
      rules: [0],
      authentic: true,
    })
    expect((await intake.sources.trySource({ ...source, headers: headers.slice(0, 1), body })).authentic).toBe(false)
    expect(await batchesOf(source)).toEqual([])
    expect(await test.query('select from source_item where source_id = $1', [source.source_id])).toEqual([])
  })

  it('have sealed secrets that no other source can use', async () => {
    const ids = newIds()
    const [one, other] = [await newSource({ ids }), await newSource({ ids, secret: 'another' })]
    const move = 'update source set secret = (select secret from source where source_id = $1) where source_id = $2'
    await test.query(move, [one.source_id, other.source_id])
    expect((await post(other.token, product(1, 'lamp'))).status).toBe(500)
    expect(await batchesOf(ids)).toEqual([])
    await intake.sources.deleteSource(other)
  })

  it('have their secrets sealed by the newest key by a command', async () => {
    const source = await newSource()
    const settingsKey = `a newer settings key of this test,${test.settings.SETTINGS_KEY}`
    const next = await test.start({ SETTINGS_KEY: settingsKey })
    expect((await next.sources.reencryptSources({})).count).toBeGreaterThan(0)
    expect((await next.sources.reencryptSources({})).count).toBe(0)
    const [stored] = await test.query('select secret from source where source_id = $1', [source.source_id])
    await next.stop()
    const only = await test.start({ SETTINGS_KEY: 'a newer settings key of this test' })
    const body = JSON.stringify(product(1, 'lamp'))
    const headers = [
      { name: 'x-shopify-topic', value: 'products/update' },
      { name: 'x-shopify-hmac-sha256', value: signed(body, secret) },
    ]
    expect((await only.sources.trySource({ ...source, headers, body })).authentic).toBe(true)
    expect(stored?.['secret']).not.toContain(secret)
    await only.stop()
    // The other tests of this file have the older key only.
    await test.query('delete from source')
  })
})

describe('calls of a source', () => {
  it('are in the request log with their verdict, and without a value of the body', async () => {
    const source = await newSource()
    await post(source.token, product(1, 'secret-handle'))
    await post(source.token, { ...product(1, ''), handle: null, title: 'secret-title' })
    await post(source.token, product(1, 'x'), { by: 'another' })
    const rows = await until('three are logged', async () => {
      const { requests } = await intake.requests.listRequests({
        account_id: source.account_id,
        project_id: source.project_id,
        refused: undefined,
        per_page: 10,
        cursor: undefined,
      })
      return requests.length === 3 ? requests : undefined
    })
    const { source_id } = source
    expect(rows.toReversed()).toMatchObject([
      { source_id, status: 202, verdict: 'urls', event: 'products/update', urls: 1, accepted: 1, missing: [] },
      { source_id, status: 200, verdict: 'unmapped', event: 'products/update', urls: 0, missing: ['handle'] },
      { source_id, status: 401, verdict: 'unauthorized', urls: 0 },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/secret-|another/)
  })

  it('are listed for one source, whose newest call is shown with it', async () => {
    const ids = newIds()
    const [one, other] = [await newSource({ ids }), await newSource({ ids })]
    await post(one.token, product(1, 'lamp'))
    await post(other.token, product(1, 'lamp'), { by: 'another' })
    const filter = { ...ids, refused: undefined, per_page: 10, cursor: undefined }
    const of = async (source_id?: string) =>
      (await intake.requests.listRequests({ ...filter, source_id })).requests.map(({ verdict }) => verdict)
    await until('both are logged', async () => (await of()).length === 2 || undefined)
    expect([await of(one.source_id.toUpperCase()), await of(other.source_id)]).toEqual([['urls'], ['unauthorized']])
    expect(await of(randomUUID())).toEqual([])
    const { sources } = await intake.sources.listSources(ids)
    expect(sources.map(({ last_request }) => last_request?.verdict)).toEqual(['urls', 'unauthorized'])
    expect((await intake.sources.getSource(other)).last_request).toMatchObject({ status: 401, verdict: 'unauthorized' })
  })
})

describe('what a source keeps', () => {
  it('is deleted a day after a delivery, and after the source', async () => {
    const [kept, gone] = [await newSource(), await newSource()]
    for (const { token } of [kept, gone]) await post(token, product(1, 'lamp'))
    await intake.sources.deleteSource(gone)
    await test.query(`update source_delivery set received_at = now() - interval '25 hours' where source_id = $1`, [
      gone.source_id,
    ])
    const db = connectDatabase({ url: test.settings.DATABASE_URL, log: test.log, max: 1 })
    try {
      const q = db.acrossAccounts()
      await deleteOldDeliveries(q, 1_000)
      await deleteOrphanedItems(q, 1_000)
    } finally {
      await db[Symbol.asyncDispose]()
    }
    for (const table of ['source_item', 'source_delivery']) {
      const rows = await test.query(`select source_id from ${table} where source_id = any ($1)`, [
        [kept.source_id, gone.source_id],
      ])
      expect([table, rows]).toEqual([table, [{ source_id: kept.source_id }]])
    }
  })
})
