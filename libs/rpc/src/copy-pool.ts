import { setTimeout as wait } from 'node:timers/promises'
import * as grpc from '@grpc/grpc-js'
import { watchAddresses } from './address-watcher.ts'
import { type Copy, connectCopy } from './copy-connection.ts'
import type { Credentials } from './credentials.ts'
import type { CallResult, PendingCall } from './pending-call.ts'

/** How long calls wait, within their deadlines, for a service that has just been lost: a restart takes less. */
const graceMs = 10_000
/** How long to wait for responses: of a copy that is no longer listed, and of all copies when this process stops. */
const drainTimeoutMs = { dropped: 60_000, stopping: 1_000 }
/** Calls that wait for a copy at once; more fail. */
const maxWaiting = 10_000

export type Copies = AsyncDisposable & {
  /** Sends the call to one of the copies, or lets it wait for one; settles it either way. */
  take(call: PendingCall): void
  /** Fulfilled when a copy takes calls. */
  ready(): Promise<void>
}

/** All copies of a service that an address stands for, used in turn. Connects at the first call. */
export function connectCopies(address: string, credentials: Credentials): Copies {
  const copies = new Map<string, Copy>()
  const waiting = new Set<PendingCall>()
  const closing = new AbortController()
  let readiness = Promise.withResolvers<void>()
  let cursor = 0
  let graceUntil = 0
  let looking = true
  let lastFailure: CallResult = { code: grpc.status.UNAVAILABLE }
  let watch: ReturnType<typeof watchAddresses> | undefined

  function start(): void {
    watch ??= watchAddresses(address, {
      onFound(targets) {
        looking = false
        for (const target of targets) if (!copies.has(target)) copies.set(target, reach(target))
        for (const [target, copy] of copies) if (!targets.includes(target)) drop(target, copy)
        failUnlessRecovering()
      },
      onFailed(cause) {
        looking = false
        lastFailure = { code: grpc.status.UNAVAILABLE, cause }
        failUnlessRecovering()
      },
    })
  }

  function reach(target: string): Copy {
    return connectCopy(target, credentials, {
      onReady() {
        readiness.resolve()
        for (const call of waiting) {
          waiting.delete(call)
          take(call)
        }
      },
      onLost(unsent) {
        if (nextReady() === undefined) readiness = Promise.withResolvers()
        extendGrace()
        watch?.refresh()
        for (const call of unsent) take(call)
      },
      onFailed(why) {
        lastFailure = why
        watch?.refresh()
        failUnlessRecovering()
      },
    })
  }

  /** The copy is no longer listed; it finishes its calls. */
  function drop(target: string, copy: Copy): void {
    copies.delete(target)
    void copy.close(drainTimeoutMs.dropped)
  }

  function nextReady(): Copy | undefined {
    const ready = [...copies.values()].filter((copy) => copy.state() === 'ready')
    cursor = (cursor + 1) % Math.max(1, ready.length)
    return ready[cursor]
  }

  function extendGrace(): void {
    graceUntil = performance.now() + graceMs
    wait(graceMs + 1, undefined, { ref: false, signal: closing.signal }).then(failUnlessRecovering, () => undefined)
  }

  const mayRecover = (): boolean =>
    looking || performance.now() < graceUntil || [...copies.values()].some((copy) => copy.state() !== 'away')

  function failUnlessRecovering(): void {
    if (mayRecover()) return
    for (const call of waiting) {
      waiting.delete(call)
      call.settle(lastFailure)
    }
  }

  function take(call: PendingCall): void {
    if (closing.signal.aborted) {
      call.settle({ code: grpc.status.CANCELLED })
      return
    }
    start()
    const copy = nextReady()
    if (copy !== undefined) copy.take(call)
    else if (mayRecover() && waiting.size < maxWaiting) {
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
      await Promise.all([...copies.values()].map((copy) => copy.close(drainTimeoutMs.stopping)))
      for (const call of waiting) call.settle({ code: grpc.status.CANCELLED })
      waiting.clear()
    },
  }
}
