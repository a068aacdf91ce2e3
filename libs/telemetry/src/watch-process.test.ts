import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { collectMetrics, countMetrics } from '@pagebell/runtime/define-metric'
import { until } from '@pagebell/testing/until'
import { watchProcess } from './watch-process.ts'

beforeEach(() => countMetrics(true))
afterEach(() => countMetrics(false))

const longestDelay = async (): Promise<number> => {
  const collected = await collectMetrics()
  const metric = collected.find(({ about }) => about.name === 'nodejs.eventloop.delay.max')
  return metric?.kind === 'gauge' ? (metric.points[0]?.value ?? 0) : 0
}

function blockFor(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

it('the longest delay of the event loop is told in seconds, to each collector that asks', async () => {
  using _watching = watchProcess()
  // The histogram counts from its second timer on.
  await until('delays are counted', async () => (await longestDelay()) > 0)
  blockFor(300)
  await until('the first collector sees it', async () => (await longestDelay()) >= 0.25)
  expect(await longestDelay()).toBeGreaterThanOrEqual(0.25)
})
