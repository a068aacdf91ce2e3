import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { leaseHost, releaseHost } from '../src/checks/host-leases.sql.ts'
import { usePages, world } from './use-pages.ts'

usePages({ sites: 'one' })

/** Stores a check of each host, which is due after so many seconds. */
async function addChecks(accountId: string, hosts: string[], seconds: number): Promise<void> {
  await world.db.query({
    text: `insert into page_check (account_id, batch_id, url_hash, channel, project_id, project, url, host, action,
        submitted_at, due_at)
      select $1, gen_random_uuid(), decode(md5(host), 'hex'), 'indexnow', $1, 'example', 'https://' || host || '/',
        host, 'update', now(), now() + $3 * interval '1 second'
      from unnest($2::text[]) as host`,
    values: [accountId, hosts, seconds],
  })
}

it('a host behind many that wait is leased although one before them is always due', async () => {
  const accountId = randomUUID()
  const waiting = Array.from({ length: 250 }, (_, n) => `m${String(n).padStart(3, '0')}.example`)
  await addChecks(accountId, waiting, 86_400)
  await addChecks(accountId, ['a.example', 'z.example'], -1)
  const leased = new Set<string>()
  let last = ''
  for (let search = 0; search < 10; search += 1) {
    const lease = randomUUID()
    const { host, after } = await leaseHost(world.db, { accountId, after: last, lease, leaseMs: 60_000 })
    last = after ?? ''
    if (host === undefined) continue
    leased.add(host)
    await releaseHost(world.db, host, lease, 0)
  }
  expect([...leased].toSorted()).toEqual(['a.example', 'z.example'])
})
