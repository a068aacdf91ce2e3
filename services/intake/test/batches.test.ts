import { connect } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { intake, newHook, pages, read, submit, test, useIntake } from './intake-under-test.ts'

useIntake()

const asked = (batchId: string) => test.batchRequests.filter(({ batch_id }) => batch_id === batchId)

describe('a batch of 10,000 URLs', () => {
  it('is answered whole and in the order sent, with 200 URLs in memory at a time', async () => {
    const hook = await newHook(intake)
    const urls = pages(1, 10_000)
    const { body } = await submit(intake.url, hook.token, { urls })
    const delivered = urls.filter((_, index) => index % 3 === 0)
    test.deliveries.set(
      body.batch_id,
      delivered.map((url) => ({ url, channel: 'indexnow', status: 'delivered' })),
    )
    const batch = await read(intake.url, `/api/hooks/${hook.token}/batches/${body.batch_id}`)
    expect(batch.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { results, submitted_at, ...rest } = batch.body
    expect(results).toEqual(
      urls.map((url, index) => ({ url, status: index % 3 === 0 ? 'delivered' : 'queued', attempts: 0 })),
    )
    expect(rest).toEqual({
      batch_id: body.batch_id,
      project: 'example.com',
      channel: 'indexnow',
      action: 'update',
      accepted: 10_000,
      duplicates: 0,
      rejected: 0,
      counts: { delivered: 3_334, queued: 6_666 },
      status: 200,
    })
    expect(Date.parse(submitted_at)).not.toBeNaN()
    expect(asked(body.batch_id).map((one) => one.urls.length)).toEqual(Array.from({ length: 50 }, () => 200))
  })

  it('is read no further than its client takes it', async () => {
    const hook = await newHook(intake)
    const long = 'x'.repeat(350)
    const urls = Array.from({ length: 10_000 }, (_, n) => `https://example.com/${n}-${long}`)
    const { body } = await submit(intake.url, hook.token, { urls })
    const reason = 'y'.repeat(2_000)
    test.deliveries.set(
      body.batch_id,
      urls.map((url) => ({ url, channel: 'indexnow', status: 'rejected', reason })),
    )
    const { hostname, port } = new URL(intake.url)
    const socket = connect(Number(port), hostname)
    // What the kernel holds for a client that reads nothing is bounded; 25 MB are more than that.
    socket.pause()
    socket.write(`GET /api/hooks/${hook.token}/batches/${body.batch_id} HTTP/1.1\r\nhost: x\r\n\r\n`)
    await until('its beginning is read', () => asked(body.batch_id).length > 0)
    // Later requests are answered completely meanwhile, portion after portion.
    const other = await submit(intake.url, hook.token, { urls: pages(1, 10_000) })
    await read(intake.url, `/api/hooks/${hook.token}/batches/${other.body.batch_id}`)
    expect(asked(body.batch_id).length).toBeLessThan(50)
    socket.destroy()
    await until('its place is free', async () => {
      const both = [1, 2].map(() => read(intake.url, `/api/hooks/${hook.token}/batches/${other.body.batch_id}`))
      return (await Promise.all(both)).every(({ status }) => status === 200)
    })
    expect(asked(body.batch_id).length).toBeLessThan(50)
  })

  it('ends in a broken connection, and never in an answer that looks whole, when it cannot be read on', async () => {
    const hook = await newHook(intake)
    const { body } = await submit(intake.url, hook.token, { urls: pages(1, 2_000) })
    const gate = Promise.withResolvers<void>()
    test.gates.set(body.batch_id, gate)
    const answer = fetch(`${intake.url}/api/hooks/${hook.token}/batches/${body.batch_id}`).then((one) => one.text())
    await until('it is being read', () => asked(body.batch_id).length === 1)
    await test.query('delete from batch where batch_id = $1', [body.batch_id])
    gate.resolve()
    await expect(answer).rejects.toThrow()
  })
})

describe('an account that reads many batches at once', () => {
  it('has two read at a time, eight that wait and the others refused, and keeps no other account waiting', async () => {
    const hook = await newHook(intake)
    const { body } = await submit(intake.url, hook.token, { urls: pages(1, 1) })
    const gate = Promise.withResolvers<void>()
    test.gates.set(body.batch_id, gate)
    const path = `/api/hooks/${hook.token}/batches/${body.batch_id}`
    const answers = Array.from({ length: 12 }, () => read(intake.url, path))
    const refused = await Promise.race(answers)
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(refused.headers.get('retry-after')).toBe('1')
    await until('two are being read', () => asked(body.batch_id).length === 2)

    const other = await newHook(intake)
    const otherBatch = await submit(intake.url, other.token, { urls: pages(1, 1) })
    expect((await read(intake.url, `/api/hooks/${other.token}/batches/${otherBatch.body.batch_id}`)).status).toBe(200)
    expect(asked(body.batch_id)).toHaveLength(2)
    gate.resolve()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
  })

  it('counts each towards the requests of its token', async () => {
    const slow = await test.start({ HOOK_REQUESTS_PER_MINUTE: 60 })
    const hook = await newHook(slow)
    const unknown = `/api/hooks/${hook.token}/batches/${crypto.randomUUID()}`
    const answers: number[] = []
    for (let time = 0; time < 21; time++) answers.push((await read(slow.url, unknown)).status)
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect(answers.filter((status) => status === 404).length).toBeGreaterThanOrEqual(10)
    await slow.stop()
  })
})
