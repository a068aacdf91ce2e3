import type { Log } from '@pagebell/runtime/log'
import { repeat } from '@pagebell/runtime/repeat'

type Leased = { lease: string }

/** Thrown in place of sending a request when the claim may have passed to another copy. */
export class LeaseEnded extends Error {
  override name = 'LeaseEnded'
}

/** A claim under way; disposing ends its renewal. */
export type HeldLease = Disposable & {
  /** Throws LeaseEnded unless the claim is this copy's for long enough to send a request. */
  check(): void
}

export type Leases<Claim extends Leased> = AsyncDisposable & {
  /** Renews a claim from now on; `claimedAt` is the moment before it was claimed. */
  hold(claim: Claim, claimedAt: Moment): HeldLease
  /** Claims that could not be renewed in time and whose outcome is still to be written. */
  overdue(): Claim[]
}

/** By two clocks: the monotonic one, which no correction moves, and the wall clock, which continues while the machine is suspended. */
export type Moment = { steady: number; wall: number }
export const moment = (): Moment => ({ steady: performance.now(), wall: Date.now() })
const elapsedMs = (since: Moment): number => Math.max(performance.now() - since.steady, Date.now() - since.wall)

/**
 * Keeps the leases of all claims that this copy has under way. While a request or the writing of its outcome lasts, the
 * lease is renewed before half of it is over: a slow copy is not a dead one. A process that was suspended meanwhile
 * finds its leases ended and sends nothing. `renew` returns the leases that were still this copy's.
 */
export function keepLeases<Claim extends Leased>(
  leaseMs: number,
  renew: (claims: Claim[]) => Promise<ReadonlySet<string>>,
  log: Log,
  name: string,
): Leases<Claim> {
  const held = new Map<string, { claim: Claim; since: Moment }>()
  const isSafe = (since: Moment): boolean => elapsedMs(since) < (leaseMs * 3) / 4

  const renewals = repeat(
    leaseMs / 8,
    async () => {
      const old = [...held.values()].filter(({ since }) => elapsedMs(since) >= leaseMs / 4)
      if (old.length === 0) return
      const since = moment()
      const renewed = await renew(old.map(({ claim }) => claim))
      for (const one of old) if (renewed.has(one.claim.lease)) one.since = since
    },
    log,
    name,
  )

  return {
    hold(claim, since) {
      const one = { claim, since }
      held.set(claim.lease, one)
      return {
        check() {
          if (!isSafe(one.since)) throw new LeaseEnded('The claim was not renewed in time.')
        },
        [Symbol.dispose]: () => void held.delete(claim.lease),
      }
    },
    overdue: () => [...held.values()].flatMap(({ claim, since }) => (isSafe(since) ? [] : [claim])),
    [Symbol.asyncDispose]: () => renewals[Symbol.asyncDispose](),
  }
}
