import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { fault } from '@pagebell/faults/fault'
import type { FoundSite__Output as FoundSite } from '@pagebell/protos/pages/v1/watches'
import { createSiteFinder } from './site-finder.ts'

const site = { account_id: 'account', project_id: 'project', project: 'example.com', url: 'https://example.com/' }
const other = { ...site, url: 'https://example.com/en/' }
const found: FoundSite = { url: site.url, has_robots: true, listings: [] }
const unreachable: FoundSite = { ...found, has_robots: false, problem: 'It does not answer.' }

/** A finder of what is in `results`, one for each search, the last one for all that follow. */
function finderOf(...results: (FoundSite | Error)[]) {
  const searched: string[] = []
  const find = createSiteFinder({
    async discoverSite({ url = '' }) {
      searched.push(url)
      const result = results[Math.min(searched.length, results.length) - 1] ?? found
      if (result instanceof Error) throw result
      return result
    },
  })
  return { find, searched }
}

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

describe('a site that was searched', () => {
  it('is searched again after five minutes', async () => {
    const { find, searched } = finderOf(found)
    await find(site)
    jest.advanceTimersByTime(299_000)
    expect(await find(site)).toEqual(found)
    expect(searched).toHaveLength(1)
    jest.advanceTimersByTime(2_000)
    await find(site)
    expect(searched).toHaveLength(2)
  })

  it('is searched again after 30 seconds if it did not answer', async () => {
    const { find, searched } = finderOf(unreachable, found)
    await find(site)
    jest.advanceTimersByTime(29_000)
    expect(await find(site)).toEqual(unreachable)
    expect(searched).toHaveLength(1)
    jest.advanceTimersByTime(2_000)
    expect(await find(site)).toEqual(found)
    jest.advanceTimersByTime(60_000)
    await find(site)
    expect(searched).toHaveLength(2)
  })

  it('is searched again at once if that is asked for', async () => {
    const { find, searched } = finderOf(unreachable, found)
    await find(site)
    expect(await find(site, { isFresh: true })).toEqual(found)
    expect(await find(site)).toEqual(found)
    expect(searched).toHaveLength(2)
  })

  it('is searched again if the search failed', async () => {
    const { find } = finderOf(fault('rate_limited', 'Another site is being looked at.'), found)
    await expect(find(site)).rejects.toMatchObject({ kind: 'rate_limited' })
    expect(await find(site)).toEqual(found)
  })

  it('is searched once for all who ask at the same time, apart from its other pages', async () => {
    const { find, searched } = finderOf(found)
    await Promise.all([find(site), find(other), find(site)])
    expect(searched).toEqual([site.url, other.url])
  })

  it('is searched for each account', async () => {
    const { find, searched } = finderOf(found)
    await find(site)
    await find({ ...site, account_id: 'another' })
    expect(searched).toHaveLength(2)
  })
})
