import { describe, expect, it } from '@jest/globals'
import { createLog } from '@pagebell/runtime/log'
import { createEndWatch } from './end-watch.ts'

const log = createLog('test', 'silent')
const never = new AbortController().signal
const accountId = 'account'

describe('createEndWatch', () => {
  it('asks once for all who wait, and lets go those whose run has ended', async () => {
    const questions: string[][] = []
    const ended: string[] = []
    await using watch = createEndWatch(async (reports) => {
      questions.push(reports.map(({ id }) => id))
      return [...ended]
    }, log)
    const stop = new AbortController()
    const waiting = ['a', 'a', 'b'].map((id) => watch.wait({ accountId, id }, never))
    const other = watch.wait({ accountId, id: 'c' }, stop.signal)
    ended.push('a', 'b')
    watch.wake()
    await Promise.all(waiting)
    expect(questions).toContainEqual(['a', 'b', 'c'])
    stop.abort()
    await other
    const asked = questions.length
    watch.wake()
    expect(questions).toHaveLength(asked)
  })

  it('goes on asking after a failure', async () => {
    let tries = 0
    await using watch = createEndWatch(async () => {
      if (++tries < 3) throw new Error('The database is away.')
      return ['a']
    }, log)
    await watch.wait({ accountId, id: 'a' }, never)
    expect(tries).toBe(3)
  })

  it('lets everyone go when it stops', async () => {
    const watch = createEndWatch(async () => [], log)
    const waiting = [1, 2].map(() => watch.wait({ accountId, id: 'a' }, never))
    await watch[Symbol.asyncDispose]()
    await Promise.all(waiting)
    await watch.wait({ accountId, id: 'a' }, never)
  })
})
