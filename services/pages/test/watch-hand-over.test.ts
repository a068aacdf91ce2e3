import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { countMetrics } from '@pagebell/testing/count-metrics'
import { until } from '@pagebell/testing/until'
import type { WatchSettings } from '../src/watches/watch.ts'
import { running, site, world } from './use-pages.ts'
import { dated, firstScan, key, putWatch, scan, serve, taken, untilTaken, useWatches, watches } from './use-watches.ts'

useWatches()

const stateOf = () => watches.getWatch(key)
const callsOf = () => world.intake.callsOf(key.project_id)

describe('what a watch has found', () => {
  it('is tried again while the waiting list of the project is full', async () => {
    let isFull = true
    world.intake.answerFor(key.project_id, () => ({ outcome: isFull ? 'full' : 'kept', later: [] }))
    serve(dated(3))
    await putWatch({ first: 'send' })
    await until('it is refused twice', () => callsOf().length >= 2)
    expect(await stateOf()).toMatchObject({ waiting: 3 })
    isFull = false
    await until('nothing waits', async () => (await stateOf()).waiting === 0)
  })

  it('comes later where it would be a duplicate now', async () => {
    const twice = `${site.origin}/page-1`
    let isRecent = true
    world.intake.answerFor(key.project_id, ({ urls }) => {
      return { outcome: 'kept', later: isRecent && urls.includes(twice) ? [urls.indexOf(twice)] : [] }
    })
    serve(dated(3))
    await putWatch({ first: 'send' })
    await until('one waits', async () => (await stateOf()).waiting === 1)
    isRecent = false
    await until('nothing waits', async () => (await stateOf()).waiting === 0)
    expect(taken().filter((one) => one === 'update /page-1').length).toBeGreaterThan(1)
    expect(taken().filter((one) => one === 'update /page-0')).toHaveLength(1)
  })

  it('is handed over soon after intake has failed', async () => {
    let failures = 0
    world.intake.answerFor(key.project_id, () => {
      failures += 1
      if (failures === 1) throw new Error('on purpose')
      return { outcome: 'kept', later: [] }
    })
    serve(dated(3))
    await putWatch({ first: 'send' })
    await until('it is tried again', () => failures > 1)
    await until('nothing waits', async () => (await stateOf()).waiting === 0)
    expect(new Set(taken()).size).toBe(3)
  })

  it('is measured by how long intake has failed', async () => {
    using metrics = countMetrics()
    const failing = async () => (await metrics.read('pagebell.pages.hand_over.failing'))[0]?.value
    let isAway = true
    world.intake.answerFor(key.project_id, () => {
      if (isAway) throw new Error('on purpose')
      return { outcome: 'kept', later: [] }
    })
    serve(dated(3))
    await putWatch({ first: 'send' })
    await until('it has failed', async () => Number(await failing()) > 0)
    const before = Number(await failing())
    await until('it fails for longer', async () => Number(await failing()) > before)
    isAway = false
    await until('it has succeeded', async () => (await failing()) === 0)
    expect(new Set(taken()).size).toBe(3)
  })

  it('that changes while it is handed over is handed over again', async () => {
    serve(dated(30))
    await putWatch()
    await firstScan()
    let isFirst = true
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    world.intake.gate(key.project_id, async () => {
      if (isFirst) await held
      isFirst = false
    })
    const [first, ...others] = dated(30)
    serve([{ path: '/page-0', lastmod: '2026-11-20' }, ...others])
    await scan()
    await until('it is being handed over', () => world.intake.isHeld(key.project_id))
    serve([{ path: '/page-0', lastmod: '2026-11-21' }, ...others])
    await scan()
    answer()
    await untilTaken(2)
    expect(taken()).toEqual([`update ${first?.path}`, `update ${first?.path}`])
  })
})

describe('a scan that a sender requests', () => {
  const request = () =>
    world.requestScan({
      account_id: key.account_id,
      project_id: key.project_id,
      requested_at: new Date().toISOString(),
    })
  const scans = async () => (await watches.listScans({ ...key, per_page: 100 })).scans.length

  it('is made of all watches of the project at once', async () => {
    serve(dated(30))
    await putWatch()
    await putWatch({}, 'other')
    await firstScan()
    await request()
    await until('both are scanned again', async () => {
      const { watches: found } = await watches.listWatches(key)
      const values = [key.project_id]
      const { rowCount } = await world.db.query({ text: 'select from watch_scan where project_id = $1', values })
      return found.length === 2 && rowCount === 4
    })
  })

  it('follows the scan that is under way', async () => {
    let answer: (() => void) | undefined
    site.handlers.set('/sitemap.xml', (_request, response) => {
      answer = () => response.end('<urlset/>')
    })
    await putWatch()
    await until('the file is requested', () => answer !== undefined)
    await request()
    await until('it is noted', async () => {
      const text = 'select from watch where project_id = $1 and scan_again'
      return (await world.db.query({ text, values: [key.project_id] })).rowCount === 1
    })
    site.handlers.delete('/sitemap.xml')
    answer?.()
    await until('it is scanned twice', async () => (await scans()) === 2)
  })
})

describe('several copies', () => {
  it('scan and hand over each page once', async () => {
    for (const _ of [1, 2]) running.use(await world.startCopy())
    serve(dated(30))
    await putWatch({ first: 'send' })
    await untilTaken(30)
    for (let scans = 0; scans < 5; scans += 1) await scan()
    expect(new Set(taken()).size).toBe(taken().length)
    const { scans } = await watches.listScans({ ...key, per_page: 100 })
    expect(scans).toHaveLength(6)
  })
})

it('watches of sites that hang delay none of another account', async () => {
  site.handlers.set('/hangs.xml', () => undefined)
  for (let count = 0; count < 8; count += 1) await putWatch({ url: `${site.origin}/hangs.xml` }, `slow-${count}`)
  await until('some of them are scanned', () => site.askedFor('/hangs.xml') > 1)
  const others = { account_id: randomUUID(), project_id: randomUUID() }
  serve(dated(3))
  await putWatch({}, 'main', others)
  await until('the other one is scanned', async () => (await watches.getWatch({ ...others, id: 'main' })).pages === 3)
  expect(site.askedFor('/hangs.xml')).toBeLessThan(8)
})

describe('a watch', () => {
  it('starts again with another URL', async () => {
    serve(dated(30))
    await putWatch()
    await firstScan()
    site.pages.set('/other.xml', site.pages.get('/sitemap.xml') ?? {})
    await putWatch({ url: `${site.origin}/other.xml` })
    await until('it is scanned', async () => (await stateOf()).last_scan?.added === 30)
    expect(taken()).toEqual([])
  })

  it('leaves out what its patterns leave out', async () => {
    serve([...dated(3), { path: '/tag/tea' }, { path: '/blog/tea?page=2' }])
    await putWatch({ include: ['/page-#', '/blog/*'], exclude: ['*page=#'], first: 'send' })
    await untilTaken(3)
    expect(taken()).toEqual(['update /page-0', 'update /page-1', 'update /page-2'])
    expect(await stateOf()).toMatchObject({ last_scan: { found: 3, skipped: 2 } })
  })

  it('is limited to ten a project', async () => {
    serve(dated(3))
    for (let count = 0; count < 10; count += 1) await putWatch({}, `watch-${count}`)
    await putWatch({}, 'watch-0')
    await expect(putWatch({}, 'one-more')).rejects.toMatchObject({ kind: 'conflict', code: 'too_many_watches' })
  })

  it.each<[keyof WatchSettings, unknown, string]>([
    ['url', 'https://elsewhere.example/sitemap.xml', 'must be on 127.0.0.1 or a subdomain of it'],
    ['url', 'sitemap.xml', 'cannot be used: not an absolute URL'],
    ['every_minutes', 5, 'must be from 15 to 10080'],
    ['kind', 'page', 'must be one of: auto, sitemap, feed'],
    ['include', ['blog/*'], 'must be at most 20 patterns of paths such as /blog/*'],
  ])('with a wrong %s is refused', async (field, value, text) => {
    await expect(putWatch({ [field]: value })).rejects.toMatchObject({ kind: 'invalid', errors: { [field]: [text] } })
  })

  it('is forgotten with its project', async () => {
    serve(dated(3))
    await putWatch()
    await firstScan()
    const { account_id, project_id } = key
    await world.deleteProject({ account_id, project_id, project: '127.0.0.1', deleted_at: new Date().toISOString() })
    await until('nothing of it is left', async () => {
      const values = [project_id]
      const text = `select from watch where project_id = $1 union all select from watch_url where project_id = $1
        union all select from watch_scan where project_id = $1`
      return (await world.db.query({ text, values })).rowCount === 0
    })
  })
})
