import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { Accounts, Deliveries } from '@pagebell/rpc/contracts'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from './test-system.ts'

type Delivery = { id: string; url: string; status: string; batch_id: string }
type Report = {
  id: string
  status: string
  result: string | null
  score: number | null
  results?: Record<string, { status: string; evidence: unknown[] }>
}

let system: TestSystem
let site: string
/** What has been accepted, and not waited for, so far. */
const onTheirWay: string[] = []

beforeAll(async () => {
  system = await startTestSystem({})
  site = system.addresses.sampleSiteUrl
})

afterAll(async () => {
  await system?.destroy()
})

const hookToken = async (): Promise<string> => {
  const { body } = await system.api<{ data: { token: string } }>('POST', `/projects/${system.demo.project}/hook`)
  return body.data.token
}

const deliveries = async (query = ''): Promise<Delivery[]> => {
  const { body } = await system.api<{ data: Delivery[] }>('GET', `/projects/${system.demo.project}/deliveries${query}`)
  return body.data
}

describe('a webhook', () => {
  it('delivers changed URLs to the engine, and logs them as delivered', async () => {
    const urls = [`${site}/`, `${site}/tasting-evenings`, 'https://elsewhere.example/', 'not a url']
    const { status, body } = await system.submit(system.demo.hookToken ?? '', urls)
    expect({ status, verdicts: body.results.map(({ verdict }) => verdict) }).toEqual({
      status: 202,
      verdicts: ['accepted', 'accepted', 'foreign', 'invalid'],
    })

    const log = await until('both are delivered', async () => {
      const found = await deliveries(`?batch=${body.batch_id}`)
      return found.length === 2 && found.every((one) => one.status === 'delivered') && found
    })
    expect(log.map(({ url }) => url).sort()).toEqual(urls.slice(0, 2).sort())
    const received = await system.received()
    expect(received.sort()).toEqual(urls.slice(0, 2).sort())
  })

  it('uses Google and Bing once the project has their settings, and several channels when they are chosen', async () => {
    const { project } = system.demo
    const token = system.demo.hookToken ?? ''
    const early = await system.submit(token, [`${site}/jobs`], { channel: 'google' })
    expect(early).toMatchObject({ status: 422, body: { code: 'channel_not_ready' } })

    const credentials = await fetch(`${system.addresses.sandboxUrl}/credentials`)
    const { google, bing } = (await credentials.json()) as { google: object; bing: { api_key: string } }
    const put = (path: string, body: object) => system.api('PUT', `/projects/${project}/channels${path}`, { body })
    expect((await put('/google', { service_account: google })).status).toBe(200)
    expect(JSON.stringify((await put('/bing', bing)).body)).not.toContain(bing.api_key)
    const ends = async (batch: string, count: number) =>
      until(`all ${count} have ended`, async () => {
        const found = await deliveries(`?batch=${batch}`)
        return (
          found.length === count && found.every(({ status }) => ['delivered', 'rejected'].includes(status)) && found
        )
      })
    // The sample site has no page type that Google accepts here, so the gate rejects it until it is disabled.
    const shut = await system.submit(token, [`${site}/`], { channel: 'google' })
    expect(await ends(shut.body.batch_id, 1)).toMatchObject([
      { status: 'rejected', reason: 'no_job_posting_or_broadcast_event' },
    ])
    expect((await put('/google', { gate: false })).status).toBe(200)
    expect((await put('', { default: ['google', 'bing'] })).status).toBe(200)
    // Each copy of the notifier caches settings.
    const delivered = await until('the notifier has the new settings', async () => {
      const both = `${site}/both-${crypto.randomUUID()}`
      const one = await system.submit(token, [both])
      const states = await ends(one.body.batch_id, 2)
      return states.every(({ status }) => status === 'delivered') && both
    })
    const response = await fetch(`${system.addresses.sandboxUrl}/received?url=${encodeURIComponent(delivered)}`)
    const { received } = (await response.json()) as { received: { engine: string }[] }
    expect(received.map(({ engine }) => engine).sort()).toEqual(['bing', 'google'])
    expect((await put('', { default: ['indexnow'] })).status).toBe(200)
    // Each copy of intake caches the default channels for a second.
    await until('all use only IndexNow again', async () => {
      const sending = Array.from({ length: 8 }, () => system.submit(token, [`${site}/again-${crypto.randomUUID()}`]))
      return (await Promise.all(sending)).every(({ body }) => body.results[0]?.channels === undefined)
    })
  })

  it('skips a recently submitted URL, and counts it as a duplicate', async () => {
    const { body } = await system.submit(system.demo.hookToken ?? '', [`${site}/`, `${site}/winter-offers`])
    expect(body).toMatchObject({ accepted: 1, duplicates: 1 })
  })

  it('can be bypassed by a forced batch, whose author any key can read; each attempt is sent', async () => {
    const { project, email } = system.demo
    const url = `${site}/forced`
    expect((await system.submit(system.demo.hookToken ?? '', [url])).body).toMatchObject({ accepted: 1 })
    type Forced = { data: { batch_id: string; accepted: number } }
    const path = `/projects/${project}/forced-batches`
    const byKey = await system.api<Forced>('POST', path, { body: { urls: [url], reason: 'By a key.' } })
    expect([byKey.status, byKey.body.data.accepted]).toEqual([201, 1])
    const options = ['--email', email, '--project', project, '--urls', url, '--reason', 'By the operator.']
    const byOperator = await system.admin<Forced['data']>('urls', 'force', ...options)
    expect(byOperator.accepted).toBe(1)
    await until('it was sent three times', async () => {
      const { received } = (await (await fetch(`${system.addresses.sandboxUrl}/received?url=${url}`)).json()) as {
        received: unknown[]
      }
      return received.length === 3
    })

    const { body } = await system.api<{ data: { batch_id: string; key_id: string | null; reason: string }[] }>(
      'GET',
      path,
    )
    expect(body.data).toMatchObject([
      { batch_id: byOperator.batch_id, key_id: null, reason: 'By the operator.' },
      { batch_id: byKey.body.data.batch_id, key_id: expect.any(String), reason: 'By a key.' },
    ])
    const listed = await system.admin<{ batches: unknown[] }>('urls', 'forced', '--email', email, '--project', project)
    expect(listed.batches).toHaveLength(2)

    const [delivered] = await until('the log has it', async () => {
      const found = await deliveries(`?batch=${byOperator.batch_id}&status=delivered`)
      return found.length === 1 && found
    })
    const attempts = await system.api<{ data: { outcome: string; engine_status: number }[] }>(
      'GET',
      `/projects/${project}/deliveries/${delivered?.id}/attempts`,
    )
    expect(attempts.body.data).toMatchObject([{ outcome: 'delivered', engine_status: 200, urls: 1 }])
  })
})

describe('a report', () => {
  it('of the good page ends with a rating, a score and evidence', async () => {
    const { status, body } = await system.api<{ data: Report }>('POST', '/reports', {
      body: { url: `${site}/` },
      headers: { prefer: 'wait=20' },
    })
    expect(status).toBe(201)
    // The sample site has no TLS, so no page is rated good.
    expect(body.data).toMatchObject({ status: 'done', result: 'decent', score: 79, capped_by: 'https' })

    const read = await system.api<{ data: Report }>('GET', `/reports/${body.data.id}`)
    const findings = Object.values(read.body.data.results ?? {})
    expect(findings.length).toBeGreaterThanOrEqual(18)
    expect(findings.every((one) => ['pass', 'warn', 'fail', 'not_applicable'].includes(one.status))).toBe(true)
    expect(findings.some((one) => one.evidence.length > 0)).toBe(true)
  })

  it('rates the pages of the sample site in order of quality', async () => {
    const scores: number[] = []
    for (const path of ['/', '/tasting-evenings', '/winter-offers']) {
      const { body } = await system.api<{ data: Report }>('POST', '/reports', {
        body: { url: `${site}${path}` },
        headers: { prefer: 'wait=20' },
      })
      expect(body.data.status).toBe('done')
      scores.push(body.data.score ?? -1)
    }
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(scores[0]).toBeGreaterThan(scores[2] ?? 100)
  })

  it('of a page without a server fails with a reason', async () => {
    const { body } = await system.api<{ data: Report & { error: { code: string } } }>('POST', '/reports', {
      body: { url: 'http://127.0.0.1:1/' },
      headers: { prefer: 'wait=20' },
    })
    expect(body.data).toMatchObject({ status: 'failed', error: { code: expect.any(String) } })
  })
})

describe('a token that is rotated under load', () => {
  it('is refused in every request that starts after the rotation', async () => {
    const old = await hookToken()
    const late: number[] = []
    let before = 0
    let rotated = false
    let stop = false
    let sent = 0
    const client = async (name: number): Promise<void> => {
      while (!stop) {
        const startedLate = rotated
        const url = `${site}/rotation/${name}/${sent++}`
        const { status } = await system.submit(old, [url])
        if (startedLate) late.push(status)
        else if (status === 202) before++
        if (status === 202) onTheirWay.push(url)
      }
    }
    const clients = Array.from({ length: 16 }, (_, name) => client(name))
    await until('requests are accepted', () => before > 100)
    const fresh = await hookToken()
    rotated = true
    await until('the old token has been tried again', () => late.length > 200)
    stop = true
    await Promise.all(clients)
    expect(late.filter((status) => status !== 404)).toEqual([])
    expect((await system.submit(fresh, [`${site}/rotation/fresh`])).status).toBe(202)
    onTheirWay.push(`${site}/rotation/fresh`)
  })
})

describe('a project that is deleted', () => {
  it('deletes its reports, its token and its undelivered URLs too', async () => {
    const token = await hookToken()
    const report = await system.api<{ data: Report }>('POST', '/reports', {
      body: { url: `${site}/` },
      headers: { prefer: 'wait=20' },
    })
    // Checked at the engine, as the log may lag.
    await until('everything so far is delivered', async () => {
      const received = new Set(await system.received())
      return onTheirWay.every((url) => received.has(url))
    })
    await fetch(`${system.addresses.sandboxUrl}/script`, {
      method: 'POST',
      body: JSON.stringify({ next: [{ status: 429, retry_after: 600 }] }),
    })
    const { body: batch } = await system.submit(token, [`${site}/undelivered`])
    await until('the engine has refused it for now', async () => {
      const found = await deliveries(`?batch=${batch.batch_id}`)
      return found.length === 1 && found[0]?.status !== 'delivered'
    })

    const deleted = await system.api('DELETE', `/projects/${system.demo.project}`)
    expect(deleted).toMatchObject({ status: 200, body: { object: 'project', deleted: true } })

    expect((await system.submit(token, [`${site}/late`])).status).toBe(404)
    await until('its reports are gone', async () => {
      const { status } = await system.api('GET', `/reports/${report.body.data.id}`)
      return status === 404
    })
    const list = await system.api<{ data: unknown[] }>('GET', `/reports?project=${system.demo.project}`)
    expect(list.body.data).toEqual([])
    expect((await system.api('GET', `/projects/${system.demo.project}/deliveries`)).status).toBe(404)

    const peer = (address: string) => ({ address, internalToken: system.env['INTERNAL_TOKEN'] ?? '' })
    await using accounts = connectRpc(Accounts, peer(system.env['PROJECT_RPC'] ?? ''))
    await using notifier = connectRpc(Deliveries, peer(system.env['NOTIFIER_RPC'] ?? ''))
    const caller = await accounts.authenticate({ key_sha256: createHash('sha256').update(system.demo.apiKey).digest() })
    await until('its URL is dropped', async () => {
      const { deliveries: found } = await notifier.getBatch({ account_id: caller.account_id, batch_id: batch.batch_id })
      return found.every((one) => one.status === 'dropped')
    })
    expect(await system.received()).not.toContain(`${site}/undelivered`)
  })
})
