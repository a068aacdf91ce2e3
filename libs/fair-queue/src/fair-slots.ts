import { createRoundRobin } from './round-robin.ts'

/** Thrown when the limit of waiting work is reached, for the key or in total. The work was not started. */
export class NoSlot extends Error {
  override name = 'NoSlot'
}

type Limits = {
  /** Concurrent work in total. */
  slots: number
  /** Concurrent work of one key; `slots` when absent. */
  slotsPerKey?: number
  /** Work that may wait for a slot; more is rejected with NoSlot. Unlimited when absent. */
  maxWaiting?: number
  /** Waiting work of one key; `maxWaiting` when absent. */
  maxWaitingPerKey?: number
}

export type FairSlots = {
  readonly active: number
  readonly waiting: number
  /**
   * Runs work when its key (an account, a network) has its turn. Rejects with NoSlot, with the signal's reason if that
   * aborts while the work waits, or with the error of the work.
   */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** The same for work that is not a single promise: disposing of the result releases the slot. */
  take(key: string, signal?: AbortSignal): Promise<Disposable>
}

/** A limited number of slots in this process, shared by keys round-robin. The README states the guarantee. */
export function createFairSlots(limits: Limits): FairSlots {
  const { slots, slotsPerKey = slots, maxWaiting = Number.POSITIVE_INFINITY, maxWaitingPerKey = maxWaiting } = limits
  const queue = createRoundRobin<() => void>()
  const activeByKey = new Map<string, number>()
  let active = 0

  const hasSlot = (key: string) => active < slots && (activeByKey.get(key) ?? 0) < slotsPerKey

  function acquire(key: string): void {
    active += 1
    activeByKey.set(key, (activeByKey.get(key) ?? 0) + 1)
  }

  function release(key: string): void {
    active -= 1
    const left = (activeByKey.get(key) ?? 1) - 1
    if (left === 0) activeByKey.delete(key)
    else activeByKey.set(key, left)
    while (active < slots) {
      const turn = queue.next(hasSlot)
      if (turn === undefined) return
      // The slot is taken before the waiter resumes, so that no call in between can take it.
      acquire(turn.key)
      turn.item()
    }
  }

  async function untilTurn(key: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (hasSlot(key)) {
      acquire(key)
      return
    }
    if (queue.size >= maxWaiting || queue.sizeOf(key) >= maxWaitingPerKey) throw new NoSlot('No slot is free.')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      if (queue.remove(key, resolve)) reject(signal?.reason)
    }
    queue.add(key, resolve)
    signal?.addEventListener('abort', leave, { once: true })
    try {
      await promise
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  async function take(key: string, signal?: AbortSignal): Promise<Disposable> {
    await untilTurn(key, signal)
    let isHeld = true
    return {
      [Symbol.dispose]() {
        if (isHeld) release(key)
        isHeld = false
      },
    }
  }

  return {
    get active() {
      return active
    },
    get waiting() {
      return queue.size
    },
    async run(key, work, signal) {
      using _slot = await take(key, signal)
      return await work()
    },
    take,
  }
}
