import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import { batchStatusJson } from '../src/batches/batch-status.ts'

const portionMs = 30

it('leaves the process to others for three times as long as it has taken', async () => {
  const batch = { batch_id: 'one', project: 'example.com', channel: 'indexnow', action: 'update', kept: 600 }
  const stored = { ...batch, duplicates: 0, rejected: 0, submitted_at: '2026-11-25T00:00:00.000Z' }
  const began: number[] = []
  const portions = batchStatusJson(stored, {
    async findUrls({ from, to }) {
      began.push(performance.now())
      await pause(portionMs)
      return Array.from({ length: to - from }, (_, n) => `https://example.com/${from + n}`)
    },
    findDeliveries: async () => [],
  })
  let text = ''
  for await (const portion of portions) text += portion
  expect(JSON.parse(text).results).toHaveLength(600)
  const apart = began.slice(1).map((at, index) => at - (began[index] ?? 0))
  expect(apart).toHaveLength(2)
  // Timers have a resolution of a millisecond.
  for (const ms of apart) expect(ms).toBeGreaterThan(4 * (portionMs - 1) - 1)
})
