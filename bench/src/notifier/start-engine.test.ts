import { expect, it } from '@jest/globals'
import { startEngine } from './start-engine.ts'

it('the engine counts a URL that it receives twice as a duplicate', async () => {
  await using running = new AsyncDisposableStack()
  const engine = await startEngine(running)
  const distinct = new Set<string>()
  engine.distinct = distinct
  for (const urlList of [['/a', '/b'], ['/a']]) {
    const response = await fetch(engine.url, { method: 'POST', body: JSON.stringify({ urlList }) })
    await response.arrayBuffer()
  }
  expect([engine.calls, engine.urls, distinct.size]).toEqual([2, 3, 2])
})
