import { lookup, Resolver } from 'node:dns/promises'
import { FetchFailure } from './fetch-failure.ts'

export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>

/** Asks the given servers (host:port), or the system where none is given; every answer, IPv4 first. */
export function hostResolver(servers: readonly string[], timeoutMs: number): ResolveHost {
  return async (host, signal) => {
    const ask = servers.length > 0 ? askServers(host, servers, timeoutMs) : askSystem(host)
    const addresses = await within(ask, timeoutMs, signal)
    if (addresses.length === 0) throw new FetchFailure('dns', 'The host name has no address.')
    return addresses
  }
}

async function askSystem(host: string): Promise<string[]> {
  try {
    const answers = await lookup(host, { all: true, order: 'ipv4first' })
    return answers.map(({ address }) => address)
  } catch (error) {
    throw new FetchFailure('dns', 'The host name cannot be resolved.', error)
  }
}

async function askServers(host: string, servers: readonly string[], timeoutMs: number): Promise<string[]> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
  resolver.setServers(servers)
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses
  const cause = answers.find((answer) => answer.status === 'rejected')?.reason
  throw new FetchFailure('dns', 'The host name cannot be resolved.', cause)
}

/** getaddrinfo cannot be cancelled, so the wait for it is what ends. */
async function within<T>(work: Promise<T>, timeoutMs: number, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  const timer = setTimeout(
    () => reject(new FetchFailure('timeout', 'The name server did not answer in time.')),
    timeoutMs,
  )
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}
