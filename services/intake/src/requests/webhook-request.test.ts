import { describe, expect, it } from '@jest/globals'
import { fault } from '@pagebell/faults/fault'
import { fieldsOf, mergeKey, mergeRequests, type ObservedCall, timeOf, toWebhookRequest } from './webhook-request.ts'

const owner = { accountId: 'a', projectId: 'p', project: 'example.com', requestsPerMinute: null }
const body = { urls: ['https://example.com/?token=secret', 'https://example.com/b'], action: 'update', channel: 'bing' }
const accepted = { accepted: 1, duplicates: 1, rejected: 0, batch_id: 'b' }
const call = (changes: Partial<ObservedCall> = {}): ObservedCall => ({
  owner,
  address: '192.0.2.1',
  agent: 'curl/8',
  fields: fieldsOf(body),
  body,
  query: { dry_run: '0' },
  status: 202,
  ...changes,
})

describe('what is kept of a call', () => {
  it('is its counts, the names of its fields and its time, and no URL', () => {
    const before = Date.now()
    const kept = toWebhookRequest(call({ answer: accepted }))
    expect(kept).toEqual({
      accountId: 'a',
      projectId: 'p',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      requests: 1,
      address: '192.0.2.1',
      agent: 'curl/8',
      status: 202,
      code: null,
      message: null,
      fields: ['urls', 'action', 'channel'],
      channel: 'bing',
      action: 'update',
      dryRun: false,
      urls: 2,
      accepted: 1,
      duplicates: 1,
      rejected: 0,
      batchId: 'b',
      sourceId: null,
      verdict: null,
      event: null,
      missing: null,
    })
    expect(JSON.stringify(kept)).not.toContain('secret')
    expect(timeOf(kept.requestId)).toBeGreaterThanOrEqual(before)
    expect(timeOf(kept.requestId)).toBeLessThanOrEqual(Date.now())
  })

  it('is the code and the text of a refusal, with what is wrong with each field', () => {
    const refusal = fault('invalid', 'The request is invalid.', { errors: { channel: ['must be one of: bing'] } })
    const refused = toWebhookRequest(call({ status: 422, refusal, body: { channel: 'a secret' } }))
    expect(refused).toMatchObject({ code: 'invalid', channel: null, action: null, urls: 0 })
    expect(refused.message).toBe('The request is invalid. channel must be one of: bing.')
  })

  it('has no words where something unexpected failed', () => {
    const refusal = fault('internal', 'connect ECONNREFUSED 10.0.0.1')
    expect(toWebhookRequest(call({ status: 500, refusal }))).toMatchObject({ code: 'internal', message: null })
  })

  it.each([
    ['a list', ['x'], []],
    ['text', 'x', []],
    ['nothing', undefined, []],
  ])('has no fields where the body is %s', (_what, sent, fields) => {
    expect(fieldsOf(sent)).toEqual(fields)
    expect(toWebhookRequest(call({ body: sent, fields: fieldsOf(sent) }))).toMatchObject({ fields, urls: 0 })
  })

  it('is cut to bounds, in one line that PostgreSQL stores', () => {
    const fields = Array.from({ length: 30 }, (_, n) => `${n}\n\0${'x'.repeat(100)}`)
    const kept = toWebhookRequest(call({ fields, agent: `a\u0000b\n${'x'.repeat(500)}\ud800` }))
    expect([kept.fields.length, kept.fields[0]?.length]).toEqual([20, 60])
    expect(kept.agent).toHaveLength(200)
    expect(JSON.stringify(kept)).not.toMatch(/\\u0000|\\n|\\ud800/)
  })
})

describe('calls of one kind', () => {
  const first = toWebhookRequest(call({ answer: accepted }))

  it('become one row, whose counts are the sums and which names no batch', () => {
    const other = toWebhookRequest(
      call({ answer: { ...accepted, batch_id: 'c' }, body: { ...body, action: 'delete' } }),
    )
    expect(mergeKey(other)).toBe(mergeKey(first))
    expect(mergeRequests(first, other)).toEqual({
      ...first,
      requests: 2,
      urls: 4,
      accepted: 2,
      duplicates: 2,
      action: null,
      batchId: null,
    })
  })

  it.each([
    ['address', { address: '192.0.2.2' }],
    ['agent', { agent: 'wget' }],
    ['status', { status: 200 }],
    ['reason', { status: 202, refusal: fault('invalid', 'No.') }],
    ['dry run', { query: { dry_run: '1' } }],
  ])('have one %s', (_what, changes) => {
    expect(mergeKey(toWebhookRequest(call({ answer: accepted, ...changes })))).not.toBe(mergeKey(first))
  })
})
