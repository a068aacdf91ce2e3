import { createFairSlots } from '@pagebell/fair-queue/fair-slots'
import { errorCode, FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { Piscina } from 'piscina'
import { workerTasks } from './metrics.ts'
import { type Answer, startTask } from './worker-task.ts'

export type WorkerPool<Task> = AsyncDisposable & {
  /**
   * Runs a task in the turn of its account; the buffers are moved to the thread. Throws a FetchFailure for a page that
   * cannot be read, that takes too long, or that needs too much memory.
   */
  run(account: string, task: Task, transferList?: ArrayBuffer[]): Promise<unknown>
}

/** `youngMb` limits the young generation: a smaller one is collected more often and takes less memory. */
export type WorkerLimits = { deadlineMs?: number; memoryMb?: number; youngMb?: number; idleMs?: number }

/**
 * Starts the thread of a worker file. A page that exceeds its time or memory ends the thread, never the service. There
 * is a single thread, so that a process has one memory limit; to read more pages at once, run more copies.
 */
export function startWorkerPool<Task>(
  file: URL,
  { deadlineMs = 5_000, memoryMb = 96, youngMb = 16, idleMs = 300_000 }: WorkerLimits = {},
): WorkerPool<Task> {
  const turns = createFairSlots({ slots: 1 })
  const pool = new Piscina({
    filename: file.href,
    // A thread uses 40 MB: an idle one is ended, and started again by the next page.
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
  })
  // A thread that runs out of memory after its task was given up has no task to reject; the next one gets a new thread.
  pool.on('error', () => undefined)
  let ready: Promise<unknown> | undefined

  const gauge = workerTasks.read(() => [
    { value: turns.waiting, labels: { 'pagebell.worker.state': 'waiting' } },
    { value: pool.threads.length, labels: { 'pagebell.worker.state': 'threads' } },
  ])

  /** The deadline starts when the thread is free and loaded, so that queueing does not count against a page. */
  async function runNow(task: Task, transferList: ArrayBuffer[]): Promise<unknown> {
    if (pool.threads.length === 0) ready = undefined
    ready ??= pool.run(startTask)
    const deadline = new AbortController()
    let timer: NodeJS.Timeout | undefined
    try {
      await ready
      timer = setTimeout(() => deadline.abort(), deadlineMs)
      const answer = (await pool.run(task, { signal: deadline.signal, transferList })) as Answer
      if ('threw' in answer) throw new FetchFailure('not_html', 'The page cannot be read.', answer.threw)
      return answer.result
    } catch (error) {
      ready = undefined
      if (deadline.signal.aborted) throw new FetchFailure('timeout', 'The page took too long to parse.', error)
      if (errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') {
        throw new FetchFailure('too_large', 'The page needs too much memory to parse.', error)
      }
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    run: (account, task, transferList = []) => turns.run(account, () => runNow(task, transferList)),
    [Symbol.asyncDispose]: () => {
      gauge[Symbol.dispose]()
      return pool.destroy()
    },
  }
}
