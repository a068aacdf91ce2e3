import { createHash } from 'node:crypto'
import { deployedServices } from '../deployed-services.ts'

/**
 * Redis' configuration: every service reaches keys under its own prefix and nothing that concerns the server. Who has not
 * signed in may ask whether it is alive.
 */
export function redisConfiguration(passwords: Readonly<Record<string, string>>): string {
  const users = deployedServices
    .filter(({ owns }) => owns.redis)
    .map(({ name }) => {
      const hash = createHash('sha256')
        .update(passwords[name] ?? '')
        .digest('hex')
      // In a cluster the prefix can stand inside a hash tag. INFO tells the client that the server has loaded its data.
      return `user ${name} on #${hash} ~${name}:* ~{${name}:* +@all -@admin -@dangerous +info`
    })
  return [
    'dir /data',
    'appendonly yes',
    'appendfsync everysec',
    // Rewritten at 64 MB, as is the default, it takes most of a core for a second in every minute of a busy system.
    'auto-aof-rewrite-min-size 512mb',
    'maxmemory-policy noeviction',
    // Marks of a window go together, which with a million of them would hold up everybody.
    'lazyfree-lazy-expire yes',
    // It would turn away everybody from other hosts while the default user, who may do nothing, has no password.
    'protected-mode no',
    'user default on nopass resetkeys resetchannels -@all +ping',
    ...users,
    '',
  ].join('\n')
}
