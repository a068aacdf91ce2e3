import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from '@jest/globals'
import type { RpcClient } from '@pagebell/rpc/connect-rpc'
import type { Pages } from '@pagebell/rpc/contracts'
import { until } from '@pagebell/testing/until'
import { writeSitemap } from '../src/lastmod/sitemap-file.ts'
import { again, page, type Submitted, submission } from './start-pages.ts'
import { running, site, usePages, world } from './use-pages.ts'

let pages: RpcClient<typeof Pages>
let batch: Submitted

usePages({ sites: 'one' })
beforeAll(async () => {
  pages = running.use(world.call(running.use(await world.startCopy())))
  for (const path of ['/a', '/b?x=1&y=2', '/c']) site.pages.set(path, { html: page(`About ${path}.`) })
  site.pages.set('/hidden', { headers: { 'x-robots-tag': 'noindex' }, html: page('Draft.') })
  site.pages.set('/moved', { status: 301, headers: { location: '/a' } })
  site.pages.set('/copy', { html: page('About /a.', '<link rel="canonical" href="/a">') })
  batch = submission(site.origin, ['/a', '/b?x=1&y=2', '/c', '/hidden', '/moved', '/copy'])
  await check(batch)
})

const ids = () => ({ account_id: batch.account_id, project_id: batch.project_id })

async function check(submitted: Submitted): Promise<void> {
  await world.submit(submitted)
  await world.decided(submitted)
}

async function read(token: string, part?: number): Promise<string> {
  const { gzip } = await pages.readLastmodSitemap({ token, ...(part !== undefined && { part }) })
  return gunzipSync(gzip).toString()
}

async function turnOn(): Promise<string> {
  const { token } = await pages.rotateLastmodSitemap(ids())
  return token ?? ''
}

const entries = (xml: string): string[] => [...xml.matchAll(/<url>(.*?)<\/url>/g)].map(([, entry = '']) => entry).sort()
const loc = (path: string): string => `<loc>${site.origin}${path}</loc>`
const notFound = { kind: 'not_found' }

describe('the sitemap of changes', () => {
  it('is off until it is turned on, and ends at once when it is turned off or gets another address', async () => {
    expect(await pages.getLastmodSitemap(ids())).toEqual({ pages: 0 })
    await expect(pages.deleteLastmodSitemap(ids())).rejects.toMatchObject(notFound)
    const first = await turnOn()
    expect(await pages.getLastmodSitemap(ids())).toMatchObject({ token: first, pages: 3 })
    await read(first)
    const second = await turnOn()
    expect(second).not.toBe(first)
    await expect(read(first)).rejects.toMatchObject(notFound)
    await read(second)
    await pages.deleteLastmodSitemap(ids())
    await expect(read(second)).rejects.toMatchObject(notFound)
  })

  it('is that of its account alone', async () => {
    const token = await turnOn()
    const other = { ...ids(), account_id: crypto.randomUUID() }
    expect(await pages.getLastmodSitemap(other)).toEqual({ pages: 0 })
    await expect(pages.deleteLastmodSitemap(other)).rejects.toMatchObject(notFound)
    expect(entries(await read(token))).toHaveLength(3)
  })

  it('has what an engine can show, and the time of a change that was seen, never a guess', async () => {
    expect(entries(await read(await turnOn()))).toEqual([loc('/a'), loc('/b?x=1&amp;y=2'), loc('/c')])

    const before = Date.now()
    site.pages.set('/c', { html: page('Other words.') })
    await check(again(batch, { urls: [`${site.origin}/a`, `${site.origin}/c`] }))
    const [first, , third = ''] = entries(await read(await turnOn()))
    expect(first).toBe(loc('/a'))
    const [, lastmod = ''] = /<lastmod>(.*)<\/lastmod>/.exec(third) ?? []
    expect(Date.parse(lastmod)).toBeGreaterThanOrEqual(before - 1_000)
    expect(Date.parse(lastmod)).toBeLessThanOrEqual(Date.now() + 1_000)
  })

  it('keeps its version until a page changes', async () => {
    const version = async () => (await pages.readLastmodSitemap({ token: await turnOn() })).version
    const first = await version()
    expect(await version()).toBe(first)
    site.pages.set('/b?x=1&y=2', { html: page('New.') })
    await check(again(batch, { urls: [`${site.origin}/b?x=1&y=2`] }))
    expect(await version()).not.toBe(first)
  })

  it('has no change for pages that are compared by other rules', async () => {
    const rules_json = JSON.stringify({ ignore: ['p'] })
    await pages.putPageRules({ ...ids(), rules_json })
    await check(again(batch, { urls: [`${site.origin}/a`] }))
    expect(entries(await read(await turnOn()))[0]).toBe(loc('/a'))
    await pages.putPageRules({ ...ids(), rules_json: '{}' })
  })

  it('is an index of parts that have each page once, beyond the limit of the protocol', async () => {
    const owner = { accountId: batch.account_id, projectId: batch.project_id }
    const write = async (part?: number) => {
      const partUrl = (number: number) => `https://pagebell.example/${number}.xml`
      const file = await writeSitemap(world.db, { owner, part, partUrl, urlsPerPart: 2 })
      return file === undefined ? undefined : gunzipSync(file.gzip).toString()
    }
    const index = (await write()) ?? ''
    expect([...index.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
      'https://pagebell.example/1.xml',
      'https://pagebell.example/2.xml',
    ])
    const [first = '', second = ''] = [await write(1), await write(2)]
    expect([entries(first).length, entries(second).length]).toEqual([2, 1])
    expect(new Set([...entries(first), ...entries(second)]).size).toBe(3)
    expect(await write(3)).toBeUndefined()
  })

  it.each(['', 'x', 'a'.repeat(22), `${'a'.repeat(21)}/`])('has nothing under the address %j', async (token) => {
    await expect(read(token)).rejects.toMatchObject(notFound)
  })

  it('ends with its project', async () => {
    const token = await turnOn()
    await world.deleteProject({ ...ids(), project: '127.0.0.1', deleted_at: new Date().toISOString() })
    await until('the address has ended', () =>
      read(token).then(
        () => false,
        () => true,
      ),
    )
    await expect(pages.rotateLastmodSitemap(ids())).rejects.toMatchObject(notFound)
  })
})
