import { createHash } from 'node:crypto'

/** What is kept, and what becomes of it when the memory is full; a container has 512 MB. */
const keepings = {
  // Sessions and limits: a write is refused rather than one of them lost.
  sessions: [
    'appendonly yes',
    'appendfsync everysec',
    // Rewritten at 64 MB, as is the default, it takes most of a core for a second in every minute of a busy system.
    'auto-aof-rewrite-min-size 512mb',
    'maxmemory 400mb',
    'maxmemory-policy noeviction',
  ],
  // Dedupe entries: PostgreSQL decides where one is gone.
  dedupe: ['save ""', 'appendonly no', 'maxmemory 400mb', 'maxmemory-policy allkeys-lru'],
} as const

/**
 * Redis' configuration: every service reaches keys under its own prefix and nothing that concerns the server. Who has not
 * signed in may ask whether it is alive.
 */
export function redisConfiguration(
  passwords: Readonly<Record<string, string>>,
  keeping: keyof typeof keepings = 'sessions',
): string {
  const users = Object.entries(passwords).map(([name, password]) => {
    const hash = createHash('sha256').update(password).digest('hex')
    // In a cluster the prefix can stand inside a hash tag. INFO tells the client that the server has loaded its data.
    return `user ${name} on #${hash} ~${name}:* ~{${name}:* +@all -@admin -@dangerous +info`
  })
  return [
    'dir /data',
    ...keepings[keeping],
    // Dedupe entries of a window expire together, which with a million of them would hold up everybody.
    'lazyfree-lazy-expire yes',
    // It would turn away everybody from other hosts while the default user, who may do nothing, has no password.
    'protected-mode no',
    'user default on nopass resetkeys resetchannels -@all +ping',
    ...users,
    '',
  ].join('\n')
}
