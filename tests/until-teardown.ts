import type { Servers } from '@pagebell/start/find-servers'

let servers: Servers | undefined

/** Jest runs its global setup and teardown in one process: the servers wait here between the two. */
export function keepUntilTeardown(found: Servers): void {
  servers = found
}

export function kept(): Servers | undefined {
  return servers
}
