import { expect, it } from '@jest/globals'
import { countMetrics } from '@pagebell/testing/count-metrics'
import { until } from '@pagebell/testing/until'
import { watchProcess } from './process-metrics.ts'

function blockFor(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

it('reports the longest delay of the event loop in seconds, to each collector that reads', async () => {
  using counting = countMetrics()
  const maxDelay = async () => Number((await counting.read('nodejs.eventloop.delay.max'))[0]?.value ?? 0)
  using _watching = watchProcess()
  // The histogram counts from its second timer on.
  await until('delays are counted', async () => (await maxDelay()) > 0)
  blockFor(300)
  await until('the first collector sees it', async () => (await maxDelay()) >= 0.25)
  expect(await maxDelay()).toBeGreaterThanOrEqual(0.25)
})
