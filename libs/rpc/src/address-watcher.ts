import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/** Copies start and stop unannounced, so names are looked up at this interval. */
const refreshIntervalMs = 10_000
/** When a copy is lost, names are looked up earlier, but not more often than this. */
const minRefreshIntervalMs = 500

export type AddressWatch = {
  /** Looks up the names soon, since a copy was lost. */
  refresh(): void
  close(): void
}

type Lookup = (host: string) => Promise<LookupAddress[]>

/**
 * Reports the copies of a service as gRPC targets: several addresses are comma-separated, and a name stands for all the
 * addresses that it resolves to. `onFound` is called after every lookup, `onFailed` if there is no address.
 */
export function watchAddresses(
  address: string,
  on: { onFound(targets: string[]): void; onFailed(cause: unknown): void },
  lookUp: Lookup = (host) => lookup(host, { all: true }),
): AddressWatch {
  const places = address.split(',').map(toPlace)
  const hasNames = places.some(({ host }) => isIP(host) === 0)
  let timer: NodeJS.Timeout | undefined
  let lookedUpAt = 0
  let closed = false

  async function lookUpAll(): Promise<void> {
    lookedUpAt = performance.now()
    later(refreshIntervalMs)
    const found = await Promise.allSettled(
      places.map(async ({ host, port }) =>
        (await addressesOf(host, lookUp)).map(({ address, family }) =>
          family === 6 ? `ipv6:[${address}]:${port}` : `ipv4:${address}:${port}`,
        ),
      ),
    )
    if (closed) return
    const targets = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    const failed = found.find((one) => one.status === 'rejected')
    // A failed lookup of one name does not remove the copies of another.
    if (failed === undefined) on.onFound([...new Set(targets)])
    else if (targets.length > 0) on.onFound([...new Set(targets)])
    else on.onFailed(failed.reason)
    if (failed !== undefined) later(minRefreshIntervalMs)
  }

  function later(ms: number): void {
    clearTimeout(timer)
    if (!hasNames || closed) return
    timer = setTimeout(() => void lookUpAll(), ms)
    timer.unref()
  }

  void lookUpAll()
  return {
    refresh: () => later(Math.max(0, lookedUpAt + minRefreshIntervalMs - performance.now())),
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

async function addressesOf(host: string, lookUp: Lookup): Promise<LookupAddress[]> {
  const family = isIP(host)
  return family === 0 ? lookUp(host) : [{ address: host, family }]
}

function toPlace(address: string): { host: string; port: string } {
  const colon = address.lastIndexOf(':')
  return { host: address.slice(0, colon).replace(/^\[(.*)\]$/, '$1'), port: address.slice(colon + 1) }
}
