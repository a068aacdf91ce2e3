import { describe, expect, it } from '@jest/globals'
import { createLog } from './log.ts'
import { serveHealth } from './serve-health.ts'

const log = createLog('probe', 'silent')

describe('the health server', () => {
  it('is ready while every dependency answers, and names the one that does not', async () => {
    let broken = false
    const checks = {
      postgres: async () => undefined,
      broker: async () => {
        if (broken) throw new Error('away')
      },
    }
    await using health = await serveHealth(0, checks, log)
    const ready = () => fetch(`http://127.0.0.1:${health.port}/readyz`)
    expect((await ready()).status).toBe(200)
    broken = true
    const answer = await ready()
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({ status: 'unavailable', failed: ['broker'] })
    expect((await fetch(`http://127.0.0.1:${health.port}/livez`)).status).toBe(200)
  })

  it('leaves rotation before it stops', async () => {
    await using health = await serveHealth(0, {}, log)
    health.drain()
    expect((await fetch(`http://127.0.0.1:${health.port}/readyz`)).status).toBe(503)
    expect((await fetch(`http://127.0.0.1:${health.port}/livez`)).status).toBe(200)
  })
})
