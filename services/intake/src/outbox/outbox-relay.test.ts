import { describe, expect, it } from '@jest/globals'
import { createLog } from '@pagebell/runtime/log'
import { until } from '@pagebell/testing/until'
import { startOutboxRelay } from './outbox-relay.ts'
import type { OutboxBatch } from './publish-batch.ts'

const batch = (batchId: string, urls = 1): OutboxBatch => ({
  batchId,
  accountId: 'a',
  projectId: 'p',
  project: 'example.com',
  channel: 'indexnow',
  action: 'update',
  urls: Array.from({ length: urls }, (_, index) => `https://example.com/${index}`),
  submittedAt: '2026-11-21T12:00:00.000Z',
  traceparent: null,
  preflight: false,
  schedule: null,
})

type LogLine = { msg: string; err?: { message: string } }

/** A relay over an outbox in memory, and a broker that the test tells what to do. */
function relaying(waiting: OutboxBatch[] = [], measured?: { batches: number; oldestSeconds: number }) {
  const sent: string[] = []
  const state = {
    away: false,
    refusing: 0,
    measured,
    measures: 0,
    confirms: undefined as PromiseWithResolvers<void> | undefined,
  }
  const lines: LogLine[] = []
  const relay = startOutboxRelay({
    async publish([{ id }]) {
      sent.push(id)
      if (state.refusing > 0) {
        state.refusing -= 1
        throw new Error('not confirmed')
      }
      await state.confirms?.promise
    },
    async pingBroker() {
      if (state.away) throw new Error('away')
    },
    store: {
      claim: async (limit) => waiting.slice(0, limit),
      async delete(ids) {
        for (const id of ids) waiting.splice(waiting.findIndex(({ batchId }) => batchId === id) >>> 0, 1)
      },
      async measure() {
        state.measures += 1
        return state.measured ?? { batches: waiting.length, oldestSeconds: 0 }
      },
    },
    log: createLog('relay test', 'info', { write: (line) => lines.push(JSON.parse(line) as LogLine) }),
    intervalMs: 1,
  })
  return { relay, sent, state, waiting, lines }
}

describe('the relay', () => {
  it('publishes at once what was just committed, and forgets it on the confirm', async () => {
    const first = batch('one')
    const { relay, sent, waiting, state } = relaying([first])
    state.away = true
    await using _stopping = relay
    relay.publishNow([first])
    await until('it is forgotten', () => waiting.length === 0)
    expect(sent).toEqual(['one'])
  })

  it('ends when the confirms that are under way have come, and have been written', async () => {
    const { relay, sent, waiting, state } = relaying([batch('one'), batch('two')])
    state.away = true
    const confirm = Promise.withResolvers<void>()
    state.confirms = confirm
    relay.publishNow([batch('one')])
    relay.publishNow([batch('two')])
    await until('both are sent', () => sent.includes('one') && sent.includes('two'))
    const ended = relay[Symbol.asyncDispose]().then(() => waiting.length)
    confirm.resolve()
    expect(await ended).toBe(0)
  })

  it('publishes again, under the same ids, what has not been confirmed', async () => {
    const { relay, sent, waiting, state } = relaying([batch('big', 2_500)])
    await using _stopping = relay
    state.refusing = 1
    await until('it is forgotten', () => waiting.length === 0)
    expect(sent.length % 3).toBe(0)
    expect(sent.length).toBeGreaterThan(3)
    expect(new Set(sent)).toEqual(new Set(['big', 'big.2', 'big.3']))
  })

  it('logs once that batches stay, with the reason, and once that they leave', async () => {
    const { relay, sent, waiting, state, lines } = relaying([batch('one')])
    await using _stopping = relay
    state.refusing = 3
    await until('it is forgotten', () => waiting.length === 0)
    expect(sent).toEqual(['one', 'one', 'one', 'one'])
    await until('it is logged', () => lines.length > 1)
    expect(lines).toMatchObject([
      { msg: 'batches stay in the outbox', err: { message: 'not confirmed' } },
      { msg: 'batches leave the outbox again' },
    ])
  })

  it('claims nothing while the broker is away', async () => {
    const { relay, sent, waiting, state } = relaying()
    await using _stopping = relay
    state.away = true
    waiting.push(batch('one'))
    const before = state.measures
    await until('some rounds have passed', () => state.measures > before + 3)
    expect(sent).toEqual([])
    state.away = false
    await until('it is sent', () => sent.includes('one'))
  })

  it.each([
    [{ batches: 49_999, oldestSeconds: 899 }, false],
    [{ batches: 50_000, oldestSeconds: 1 }, true],
    [{ batches: 1, oldestSeconds: 900 }, true],
  ])('with %j waiting is full: %s', async (measured, full) => {
    const { relay, state } = relaying([], measured)
    await using _stopping = relay
    state.away = true
    await until('it has been measured', () => state.measures > 1)
    expect(relay.isFull()).toBe(full)
  })

  it('is full no longer when what waited has gone', async () => {
    const { relay, state } = relaying([], { batches: 50_000, oldestSeconds: 1 })
    await using _stopping = relay
    await until('it is full', () => relay.isFull())
    state.measured = { batches: 10, oldestSeconds: 1 }
    await until('it is open', () => !relay.isFull())
  })
})
