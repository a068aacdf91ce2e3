import { expect, it } from '@jest/globals'
import { defaultLimits } from '@pagebell/crawl/crawl-limits'
import { createFrontier, type QueuedAddress } from '@pagebell/crawl/frontier'
import { siteScope } from '@pagebell/crawl/site-scope'
import { startCrawlBudget } from './crawl-budget.ts'
import { requestAll, type Visited } from './request-all.ts'

const origin = 'https://example.com'
type Visit = (path: string, address: QueuedAddress) => Promise<Visited>

/** Runs the loop over these paths; a visit gets the path, and may add paths. */
async function run(paths: string[], visit: Visit, maxRequests = 100) {
  const frontier = createFrontier(siteScope(new URL(origin)), defaultLimits)
  const add = (path: string) => frontier.add(origin + path, { source: 'link', clicks: 1, hops: 0 })
  for (const path of paths) add(path)
  using budget = startCrawlBudget(defaultLimits, new AbortController().signal)
  const visited: string[] = []
  const visitPath = (address: QueuedAddress) => {
    const path = address.url.slice(origin.length)
    visited.push(path)
    return visit(path, address)
  }
  const onProgress = () => undefined
  const progress = await requestAll(frontier, visitPath, { atOnce: 2, maxRequests, budget, onProgress })
  return { ...progress, visited, end: budget.end }
}
const requested = async (): Promise<Visited> => ({ isRequested: true, mayRecover: false })

it('visits all addresses, so many at once', async () => {
  let [underWay, maxUnderWay] = [0, 0]
  const { visited, ...rest } = await run(['/a', '/b', '/c', '/d'], async () => {
    underWay += 1
    maxUnderWay = Math.max(maxUnderWay, underWay)
    await new Promise(setImmediate)
    underWay -= 1
    return { isRequested: true, mayRecover: false }
  })
  expect(visited).toEqual(['/a', '/b', '/c', '/d'])
  expect({ maxUnderWay, ...rest }).toMatchObject({ maxUnderWay: 2, requested: 4, waiting: 0, end: null })
})

it('ends at the maximum, and counts what was not requested', async () => {
  expect(await run(['/a', '/b', '/c'], requested, 2)).toMatchObject({ requested: 2, waiting: 1, end: 'pages' })
})

it('does not count a visit that made no request', async () => {
  const visit: Visit = async (path) => ({ isRequested: path !== '/a', mayRecover: false })
  expect(await run(['/a', '/b', '/c'], visit, 2)).toMatchObject({ requested: 2, waiting: 0, end: null })
})

it('visits what may recover once more, after the others, also where the maximum is reached', async () => {
  const visit: Visit = async (path) => ({ isRequested: true, mayRecover: path !== '/c' })
  const { visited, ...rest } = await run(['/a', '/b', '/c'], visit, 3)
  expect(visited).toEqual(['/a', '/b', '/c', '/a', '/b'])
  expect(rest).toMatchObject({ requested: 3, waiting: 0, end: null })
})

it('ends with the error of a visit', async () => {
  await expect(run(['/a'], () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
