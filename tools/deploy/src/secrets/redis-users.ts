import { createHash } from 'node:crypto'

/** Persistence and eviction; a container has 512 MB. */
const policies = {
  // Sessions and limits: refuses writes rather than evict one.
  sessions: [
    'appendonly yes',
    'appendfsync everysec',
    // At the default of 64 MB, rewriting takes most of a core for a second in every minute of a busy system.
    'auto-aof-rewrite-min-size 512mb',
    'maxmemory 400mb',
    'maxmemory-policy noeviction',
  ],
  // Dedupe entries: PostgreSQL decides if one is evicted.
  dedupe: ['save ""', 'appendonly no', 'maxmemory 400mb', 'maxmemory-policy allkeys-lru'],
} as const

/**
 * Redis' configuration: each service can access keys with its own prefix and no administrative commands. PING needs no
 * authentication.
 */
export function redisConfiguration(
  passwords: Readonly<Record<string, string>>,
  keeping: keyof typeof policies = 'sessions',
): string {
  const users = Object.entries(passwords).map(([name, password]) => {
    const hash = createHash('sha256').update(password).digest('hex')
    // In a cluster the prefix can stand inside a hash tag. INFO tells the client that the server has loaded its data.
    return `user ${name} on #${hash} ~${name}:* ~{${name}:* +@all -@admin -@dangerous +info`
  })
  return [
    'dir /data',
    ...policies[keeping],
    // A million dedupe entries that expire together would block all clients.
    'lazyfree-lazy-expire yes',
    // It would refuse all other hosts, as the default user, which may do nothing, has no password.
    'protected-mode no',
    'user default on nopass resetkeys resetchannels -@all +ping',
    ...users,
    '',
  ].join('\n')
}
