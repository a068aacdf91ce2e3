import { describe, expect, it, jest } from '@jest/globals'
import { Piscina } from 'piscina'
import type { Task } from '../test/memory.worker.ts'
import { startWorkerPool } from './worker-pool.ts'

const file = new URL('../test/memory.worker.ts', import.meta.url)
const deadlineMs = 60_000

/** Why a task that fills the memory of its thread failed, and after how many milliseconds. */
async function fillMemory(deadlineMs: number) {
  await using pool = startWorkerPool<Task>(file, { memoryMb: 32, deadlineMs })
  await pool.run('account', { kind: 'start' })
  const began = performance.now()
  const failure = await pool.run('account', { kind: 'fill' }).catch((error: unknown) => error)
  return { failure, milliseconds: performance.now() - began }
}

describe('a thread whose memory is used up', () => {
  it('ends with its task, and the next task has another one', async () => {
    await using pool = startWorkerPool<Task>(file, { memoryMb: 32, deadlineMs })
    const filled = pool.run('account', { kind: 'fill' })
    await expect(filled).rejects.toMatchObject({ name: 'FetchFailure', reason: 'too_large' })
    expect(await pool.run('account', { kind: 'answer' })).toBe('answered')
  })

  it('when its task has been given up does not end the process', async () => {
    const run = jest.spyOn(Piscina.prototype, 'run')
    await using pool = startWorkerPool<Task>(file, { deadlineMs })
    await pool.run('account', { kind: 'answer' })
    const [thread] = (run.mock.contexts[0] as Piscina).threads
    run.mockRestore()
    // What Node does when the thread has no task any more.
    expect(thread?.emit('error', new Error('out of memory'))).toBe(true)
    expect(await pool.run('account', { kind: 'answer' })).toBe('answered')
  })

  it('at about the time of the deadline does not end the process', async () => {
    const { milliseconds } = await fillMemory(deadlineMs)
    for (let share = 0.3; share < 1.2; share += 0.1) {
      const { failure } = await fillMemory(milliseconds * share)
      expect(failure).toMatchObject({ name: 'FetchFailure', reason: expect.stringMatching(/^(timeout|too_large)$/) })
    }
  })
})
