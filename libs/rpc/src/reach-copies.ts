import { setTimeout as wait } from 'node:timers/promises'
import * as grpc from '@grpc/grpc-js'
import type { CallUnderWay, Outcome } from './call-under-way.ts'
import type { Credentials } from './credentials.ts'
import { type Copy, reachCopy } from './reach-copy.ts'
import { watchAddresses } from './watch-addresses.ts'

/** How long calls wait, within their deadlines, for a service that was there a moment ago: one that restarts is back by then. */
const patienceMs = 10_000
/** How long answers may still come: from a copy that its name stands for no more, and from all when this side stops. */
const lastAnswersMs = { dropped: 60_000, stopping: 1_000 }
/** Calls that wait for a copy at once; what is more fails. */
const waitingAtMost = 10_000

export type Copies = AsyncDisposable & {
  /** Sends the call to one of the copies, or lets it wait for one; settles it either way. */
  take(call: CallUnderWay): void
  /** Fulfilled when a copy takes calls. */
  ready(): Promise<void>
}

/** All copies of a service that an address stands for, used in turn. Connects at the first call. */
export function reachCopies(address: string, credentials: Credentials): Copies {
  const copies = new Map<string, Copy>()
  const waiting = new Set<CallUnderWay>()
  const closing = new AbortController()
  let readiness = Promise.withResolvers<void>()
  let turn = 0
  let patientUntil = 0
  let looking = true
  let lastFailure: Outcome = { code: grpc.status.UNAVAILABLE }
  let watch: ReturnType<typeof watchAddresses> | undefined

  function start(): void {
    watch ??= watchAddresses(address, {
      onFound(targets) {
        looking = false
        for (const target of targets) if (!copies.has(target)) copies.set(target, reach(target))
        for (const [target, copy] of copies) if (!targets.includes(target)) drop(target, copy)
        failWaitingUnlessHope()
      },
      onFailed(cause) {
        looking = false
        lastFailure = { code: grpc.status.UNAVAILABLE, cause }
        failWaitingUnlessHope()
      },
    })
  }

  function reach(target: string): Copy {
    return reachCopy(target, credentials, {
      onReady() {
        readiness.resolve()
        for (const call of waiting) {
          waiting.delete(call)
          take(call)
        }
      },
      onLost(unsent) {
        if (nextReady() === undefined) readiness = Promise.withResolvers()
        bePatient()
        watch?.refresh()
        for (const call of unsent) take(call)
      },
      onFailed(why) {
        lastFailure = why
        watch?.refresh()
        failWaitingUnlessHope()
      },
    })
  }

  /** Its name stands for it no more: it finishes what it has. */
  function drop(target: string, copy: Copy): void {
    copies.delete(target)
    void copy.close(lastAnswersMs.dropped)
  }

  function nextReady(): Copy | undefined {
    const ready = [...copies.values()].filter((copy) => copy.state() === 'ready')
    turn = (turn + 1) % Math.max(1, ready.length)
    return ready[turn]
  }

  function bePatient(): void {
    patientUntil = performance.now() + patienceMs
    wait(patienceMs + 1, undefined, { ref: false, signal: closing.signal }).then(failWaitingUnlessHope, () => undefined)
  }

  const isHope = (): boolean =>
    looking || performance.now() < patientUntil || [...copies.values()].some((copy) => copy.state() !== 'away')

  function failWaitingUnlessHope(): void {
    if (isHope()) return
    for (const call of waiting) {
      waiting.delete(call)
      call.settle(lastFailure)
    }
  }

  function take(call: CallUnderWay): void {
    if (closing.signal.aborted) {
      call.settle({ code: grpc.status.CANCELLED })
      return
    }
    start()
    const copy = nextReady()
    if (copy !== undefined) copy.take(call)
    else if (isHope() && waiting.size < waitingAtMost) {
      waiting.add(call)
      call.withdraw = () => waiting.delete(call)
    } else call.settle(lastFailure)
  }

  return {
    take,
    ready() {
      start()
      return readiness.promise
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      watch?.close()
      await Promise.all([...copies.values()].map((copy) => copy.close(lastAnswersMs.stopping)))
      for (const call of waiting) call.settle({ code: grpc.status.CANCELLED })
      waiting.clear()
    },
  }
}
