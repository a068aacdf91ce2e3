import { expect, it } from '@jest/globals'
import { followCursor } from './follow-cursor.ts'

it('calls with the cursor of each reply, until there is none', async () => {
  const asked: (string | undefined)[] = []
  const answers = [{ count: 2, next_cursor: 'b' }, { count: 0, next_cursor: 'c' }, { count: 1 }]
  const counts: number[] = []
  const portions = followCursor<{ count: number; next_cursor?: string }>(async (cursor) => {
    asked.push(cursor)
    return answers[asked.length - 1] ?? { count: 0 }
  })
  for await (const { count } of portions) counts.push(count)
  expect({ asked, counts }).toEqual({ asked: [undefined, 'b', 'c'], counts: [2, 0, 1] })
})
