import { Resolver } from 'node:dns/promises'
import { existsSync, readFileSync } from 'node:fs'
import { FetchFailure } from './fetch-failure.ts'

export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>

const hostsPath = '/etc/hosts'

/**
 * Resolves by the given servers (host:port), or by those of the system; returns all addresses, IPv4 first. Uses c-ares:
 * getaddrinfo would block one of the four threads that file access, zlib and argon2 share.
 */
export function hostResolver(servers: readonly string[], timeoutMs: number): ResolveHost {
  const hosts = servers.length > 0 ? new Map<string, string[]>() : readHostsFile()
  return async (host, signal) => {
    // /etc/hosts has precedence, as in the rest of the system.
    const addresses =
      hosts.get(host.toLowerCase()) ?? (await within(askServers(host, servers, timeoutMs), timeoutMs, signal))
    if (addresses.length === 0) throw new FetchFailure('dns', 'The host name has no address.')
    return addresses
  }
}

function readHostsFile(): Map<string, string[]> {
  const hosts = new Map<string, string[]>()
  if (!existsSync(hostsPath)) return hosts
  for (const line of readFileSync(hostsPath, 'utf8').split('\n')) {
    const [address = '', ...names] = (line.split('#', 1)[0] ?? '').trim().split(/\s+/)
    for (const name of names) hosts.set(name.toLowerCase(), [...(hosts.get(name.toLowerCase()) ?? []), address])
  }
  return hosts
}

async function askServers(host: string, servers: readonly string[], timeoutMs: number): Promise<string[]> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
  if (servers.length > 0) resolver.setServers(servers)
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses
  const cause = answers.find((answer) => answer.status === 'rejected')?.reason
  throw new FetchFailure('dns', 'The host name cannot be resolved.', cause)
}

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
