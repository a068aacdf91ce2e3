import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { fault } from '@pagebell/faults/fault'
import type { DeliveryCommit, DeliveryOutcome } from './commit-together.ts'
import { Refused } from './commit-together.ts'
import { createDeliveryQueue, type Deliveries } from './delivery-queue.ts'

const long = 60_000

/** Only what the queue reads of a delivery; `name` tells them apart. */
function deliveryOf(name: string, { account = 'a', source = 'a' } = {}): DeliveryCommit {
  const of = { account_id: account, source_id: source } as DeliveryCommit['source']
  return { source: of, tokenHash: Buffer.from(source), traceparent: name } as DeliveryCommit
}
const nameOf = ({ traceparent }: DeliveryCommit) => traceparent ?? ''
const outcomeOf = (delivery: DeliveryCommit): DeliveryOutcome => {
  const result = { event: nameOf(delivery) } as DeliveryOutcome['result']
  return { kind: 'repeated', result }
}

type Transaction = { names: string[]; end: PromiseWithResolvers<DeliveryOutcome[]>; all: () => DeliveryOutcome[] }

/** A queue whose transactions the test ends. */
function startQueue() {
  const commits: Transaction[] = []
  /** By their numbers, of transactions that have begun or are awaited. */
  const begun = new Map<number, PromiseWithResolvers<Transaction>>()
  const beginOf = (number: number): PromiseWithResolvers<Transaction> => {
    const begin = begun.get(number) ?? Promise.withResolvers<Transaction>()
    begun.set(number, begin)
    return begin
  }
  const queue = createDeliveryQueue({
    commit: (deliveries: Deliveries) => {
      const end = Promise.withResolvers<DeliveryOutcome[]>()
      const transaction = { names: deliveries.map(nameOf), end, all: () => deliveries.map(outcomeOf) }
      beginOf(commits.length).resolve(transaction)
      commits.push(transaction)
      return end.promise
    },
  })
  const untilCommit = (number: number): Promise<Transaction> => beginOf(number).promise
  return {
    queue,
    namesOf: () => commits.map(({ names }) => names),
    untilCommit,
    /** Ends the transaction of this number with all its deliveries committed. */
    async succeed(number: number): Promise<void> {
      const commit = await untilCommit(number)
      commit.end.resolve(commit.all())
    },
    async failWith(number: number, error: unknown): Promise<void> {
      ;(await untilCommit(number)).end.reject(error)
    },
  }
}

/** Sends deliveries of one source; the first of them is being committed when this returns. */
async function sendBehindFirst({ queue, untilCommit }: ReturnType<typeof startQueue>, names: string[]) {
  const first = queue(deliveryOf('first'), long)
  await untilCommit(0)
  return [first, ...names.map((name) => queue(deliveryOf(name), long))]
}

const eventsOf = async (sent: Promise<DeliveryOutcome>[]) => (await Promise.all(sent)).map(({ result }) => result.event)

/** Timers that the test advances, so that a busy machine does not end a wait before the delivery has started. */
const useManualTimers = () => void jest.useFakeTimers({ doNotFake: ['performance', 'nextTick', 'setImmediate'] })

const numbered = (count: number) => Array.from({ length: count }, (_, number) => `n${number}`)

afterEach(() => void jest.useRealTimers())

describe('deliveries of a source', () => {
  it('that wait are committed together, up to sixteen, in the order in which they came', async () => {
    const test = startQueue()
    const names = numbered(20)
    const sent = await sendBehindFirst(test, names)
    for (const number of [0, 1, 2]) await test.succeed(number)
    expect(await eventsOf(sent)).toEqual(['first', ...names])
    expect(test.namesOf()).toEqual([['first'], names.slice(0, 16), names.slice(16)])
  })

  it('that found no room in a transaction are in the next one', async () => {
    const test = startQueue()
    const sent = await sendBehindFirst(test, ['small', 'large'])
    await test.succeed(0)
    const second = await test.untilCommit(1)
    second.end.resolve(second.all().slice(0, 1))
    await test.succeed(2)
    expect(await eventsOf(sent)).toEqual(['first', 'small', 'large'])
    expect(test.namesOf()).toEqual([['first'], ['small', 'large'], ['large']])
  })

  it('are not committed with those of another source of the account', async () => {
    const test = startQueue()
    const sent = await sendBehindFirst(test, ['b'])
    sent.push(test.queue(deliveryOf('other', { source: 'b' }), long), test.queue(deliveryOf('c'), long))
    for (const number of [0, 1, 2]) await test.succeed(number)
    await Promise.all(sent)
    expect(test.namesOf()).toEqual([['first'], ['b', 'c'], ['other']])
  })

  it('beyond 64 of an account are refused; those whose clients were answered are not counted', async () => {
    const test = startQueue()
    const sent = await sendBehindFirst(test, numbered(63))
    await expect(test.queue(deliveryOf('too many'), long)).rejects.toMatchObject({ kind: 'rate_limited' })
    const other = test.queue(deliveryOf('other', { account: 'b' }), long)
    await test.succeed(1)
    expect(await eventsOf([other])).toEqual(['other'])
    for (const number of [0, 2, 3, 4, 5]) await test.succeed(number)
    await Promise.all(sent)
    const later = await Promise.all([test.queue(deliveryOf('later'), long), test.succeed(6)])
    expect(later[0].result.event).toBe('later')
  })
})

describe('a client that waits in vain', () => {
  it('receives an error which says that nothing was committed while its delivery had not started, and then it never is', async () => {
    const test = startQueue()
    const first = test.queue(deliveryOf('first'), long)
    await test.untilCommit(0)
    const impatient = test.queue(deliveryOf('impatient'), 1)
    await expect(impatient).rejects.toMatchObject({ kind: 'unavailable', details: { outcome: 'none' } })
    const later = test.queue(deliveryOf('later'), long)
    await test.succeed(0)
    await test.succeed(1)
    await Promise.all([first, later])
    expect(test.namesOf()).toEqual([['first'], ['later']])
  })

  it('receives an error which says that its delivery may be committed once it has started', async () => {
    useManualTimers()
    const test = startQueue()
    const started = test.queue(deliveryOf('started'), 50)
    await test.untilCommit(0)
    jest.advanceTimersByTime(50)
    await expect(started).rejects.toMatchObject({ kind: 'unavailable', details: { outcome: 'unknown' } })
    await test.succeed(0)
  })

  it('has no room taken from others by what is still being committed for it', async () => {
    useManualTimers()
    const test = startQueue()
    const started = test.queue(deliveryOf('started'), 20)
    await test.untilCommit(0)
    jest.advanceTimersByTime(20)
    await expect(started).rejects.toMatchObject({ details: { outcome: 'unknown' } })
    const sent = numbered(64).map((name) => test.queue(deliveryOf(name), long))
    for (const number of [0, 1, 2, 3, 4]) await test.succeed(number)
    expect(await eventsOf(sent)).toEqual(numbered(64))
  })

  it('is not committed again when the transaction of several has failed meanwhile', async () => {
    const test = startQueue()
    const first = test.queue(deliveryOf('first'), long)
    await test.untilCommit(0)
    const [gone, here] = [test.queue(deliveryOf('gone'), 1_000), test.queue(deliveryOf('here'), long)]
    await test.succeed(0)
    const { names } = await test.untilCommit(1)
    expect(names).toEqual(['gone', 'here'])
    await expect(gone).rejects.toMatchObject({ details: { outcome: 'unknown' } })
    await test.failWith(1, new Error('One of them is wrong.'))
    await test.succeed(2)
    await Promise.all([first, here])
    expect(test.namesOf()).toEqual([['first'], ['gone', 'here'], ['here']])
  })
})

describe('a transaction of several that fails', () => {
  const timedOut = fault('unavailable', 'x', {
    cause: Object.assign(new Error('statement timeout'), { code: '57014' }),
  })

  it.each([
    ['a bug', new Error('One of them is wrong.')],
    ['a statement that took too long', timedOut],
    ['a refusal', new Refused(outcomeOf(deliveryOf('b')))],
  ])('by %s is repeated with each alone, so that only its cause fails', async (_what, error) => {
    const test = startQueue()
    const sent = await sendBehindFirst(test, ['a', 'b', 'c'])
    const settled = Promise.allSettled(sent)
    await test.succeed(0)
    await test.failWith(1, error)
    await test.succeed(2)
    await test.failWith(3, error)
    await test.succeed(4)
    const isRefused = error instanceof Refused
    expect((await settled).map(({ status }) => status === 'fulfilled')).toEqual([true, true, isRefused, true])
    expect(test.namesOf()).toEqual([['first'], ['a', 'b', 'c'], ['a'], ['b'], ['c']])
  })

  it('because the server is away fails all of them, once', async () => {
    const test = startQueue()
    const settled = Promise.allSettled(await sendBehindFirst(test, ['a', 'b']))
    await test.succeed(0)
    await test.failWith(1, Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(test.namesOf()).toHaveLength(2)
  })

  it('takes a turn for each, between those of other accounts', async () => {
    const test = startQueue()
    // Three accounts hold the other places.
    const others = ['b', 'c', 'd'].map((account) => test.queue(deliveryOf(account, { account }), long))
    const sent = [
      ...others,
      ...(await sendBehindFirst({ ...test, untilCommit: () => test.untilCommit(3) }, ['x', 'y'])),
    ]
    await test.succeed(3)
    await test.untilCommit(4)
    sent.push(test.queue(deliveryOf('e', { account: 'e' }), long))
    await test.failWith(4, new Error('One of them is wrong.'))
    for (const number of [5, 6, 7, 0, 1, 2]) await test.succeed(number)
    await Promise.all(sent)
    expect(test.namesOf().slice(4)).toEqual([['x', 'y'], ['e'], ['x'], ['y']])
  })
})
