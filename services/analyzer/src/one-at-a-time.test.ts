import { expect, it } from '@jest/globals'
import { oneAtATime } from './one-at-a-time.ts'

it('work for one key goes on when that before it has ended, well or badly; other keys do not wait', async () => {
  const inTurn = oneAtATime()
  const seen: string[] = []
  const first = Promise.withResolvers<void>()
  const one = inTurn('a', async () => {
    seen.push('first begins')
    await first.promise
    throw new Error('first fails')
  })
  const two = inTurn('a', async () => void seen.push('second'))
  const three = inTurn('a', async () => void seen.push('third'))
  await inTurn('b', async () => void seen.push('other'))
  expect(seen).toEqual(['first begins', 'other'])
  first.resolve()
  await expect(one).rejects.toThrow('first fails')
  await Promise.all([two, three])
  expect(seen).toEqual(['first begins', 'other', 'second', 'third'])
})

it('answers what the work answers', async () => {
  expect(await oneAtATime()('a', async () => 7)).toBe(7)
})
