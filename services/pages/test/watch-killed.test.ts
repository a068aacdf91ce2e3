import { expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { killCopy, spawnCopy } from './spawn-copy.ts'
import { site, usePages, world } from './use-pages.ts'

usePages({ sites: 'one' })

const watched = 200
const kills = 4

it('a copy that cannot start is no copy', async () => {
  await expect(spawnCopy({ config: { HOST: '192.0.2.1' } })).rejects.toThrow(/before it was ready:.*EADDRNOTAVAIL/s)
})

const countOf = async (text: string): Promise<number> => (await world.db.query({ text, values: [] })).rowCount

it('watches of many projects are scanned once each, although copies are killed', async () => {
  for (let n = 0; n < watched; n += 1)
    site.pages.set(`/sitemap-${n}.xml`, {
      html: `${site.origin}/page-of-${n}`,
      headers: { 'content-type': 'text/plain' },
    })
  await world.db.query({
    text: `
      insert into watch (account_id, project_id, id, project, url, kind, every_minutes, trust, deletes, first, include, exclude,
        is_troubled)
      select gen_random_uuid(), gen_random_uuid(), 'main', '127.0.0.1', $1 || n || '.xml', 'auto', 10080, 'dates', 'send', 'send',
        '{}', '{}', true
      from generate_series(0, $2 - 1) n`,
    values: [`${site.origin}/sitemap-`, watched],
  })
  const copies = [await spawnCopy(), await spawnCopy()]
  for (let killed = 0; killed < kills; killed += 1) {
    const enough = ((killed + 1) * watched) / (kills + 2)
    await until('some are scanned', async () => (await countOf('select from watch_scan')) >= enough)
    const [oldest] = copies.splice(0, 1)
    if (oldest !== undefined) await killCopy(oldest)
    copies.push(await spawnCopy())
  }
  await until('all are scanned', async () => (await countOf('select from watch_scan')) >= watched)
  // What a killed copy was handing over is due when its claim has ended.
  await world.db.query({
    text: 'update watch_url set hand_over_at = clock_timestamp() where wanted is not null',
    values: [],
  })
  await until('all is handed over', async () => (await countOf('select from watch_url where wanted is not null')) === 0)
  expect(await countOf('select from watch_scan')).toBe(watched)
  expect(await countOf('select project_id from watch_scan group by project_id')).toBe(watched)
  expect(await countOf("select from watch_scan where outcome <> 'ok' or added <> 1")).toBe(0)
  const { rows } = await world.db.query<{ project_id: string }>({ text: 'select project_id from watch', values: [] })
  const missing = rows.filter(({ project_id }) => world.intake.takenOf(project_id).length === 0)
  expect(missing).toEqual([])
  const isPublished = ({ project_id }: { project_id: string }) => world.recoveredOf(project_id).length > 0
  await until('the end of the problem of each is published', () => rows.every(isPublished))
})
