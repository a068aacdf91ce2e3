import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createFairCursor, type DueItems } from './fair-cursor.ts'

type Table = Map<string, Map<string, number>>

/** A table in memory with the results of an index. */
function dueIn(table: Table): DueItems<string> {
  const groupsOf = (account: string, after = '') =>
    [...(table.get(account) ?? [])].flatMap(([group, count]) => (count > 0 && group > after ? [group] : [])).sort()
  return {
    findAccount: async (after = '') => {
      const account = [...table.keys()].sort().find((one) => one > after && groupsOf(one).length > 0)
      return account === undefined ? undefined : { account, group: groupsOf(account)[0] as string }
    },
    findGroup: async (account, after) => groupsOf(account, after)[0],
  }
}

const accounts = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 1, maxLength: 8 })

describe('turns over a table', () => {
  it('serve every account once in a round, whatever number of groups and items the others have', async () => {
    await fc.assert(
      fc.asyncProperty(
        accounts,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 8, maxLength: 8 }),
        async (names, sizes) => {
          const table: Table = new Map(
            names.map((name, index) => [
              name,
              new Map(Array.from({ length: sizes[index] ?? 1 }, (_, group) => [`host-${group}`, 1_000])),
            ]),
          )
          const cursor = createFairCursor(dueIn(table))
          for (let round = 0; round < 3; round += 1) {
            const served: string[] = []
            for (const _ of names) served.push((await cursor.next())?.account ?? '')
            expect(served.sort()).toEqual([...names].sort())
          }
        },
      ),
    )
  })

  it("serve each of an account's groups once before the first of them again", async () => {
    const table: Table = new Map([
      [
        'a',
        new Map([
          ['x', 9],
          ['y', 9],
          ['z', 9],
        ]),
      ],
      ['b', new Map([['x', 9]])],
    ])
    const cursor = createFairCursor(dueIn(table))
    const served: string[] = []
    for (let turn = 0; turn < 8; turn += 1) {
      const { account, group } = (await cursor.next()) ?? { account: '', group: '' }
      served.push(`${account}/${group}`)
    }
    expect(served).toEqual(['a/x', 'b/x', 'a/y', 'b/x', 'a/z', 'b/x', 'a/x', 'b/x'])
  })

  it('end when nothing is due, and go on when something is again', async () => {
    const table: Table = new Map([['a', new Map([['x', 1]])]])
    const cursor = createFairCursor(dueIn(table))
    await expect(cursor.next()).resolves.toEqual({ account: 'a', group: 'x' })
    table.set('a', new Map())
    await expect(cursor.next()).resolves.toBeUndefined()
    table.set('b', new Map([['y', 1]]))
    await expect(cursor.next()).resolves.toEqual({ account: 'b', group: 'y' })
  })

  it('remember the positions of a bounded number of accounts', async () => {
    const table: Table = new Map(
      ['a', 'b', 'c'].map((name) => [
        name,
        new Map([
          ['x', 9],
          ['y', 9],
        ]),
      ]),
    )
    const cursor = createFairCursor(dueIn(table), 1)
    const served: string[] = []
    for (let turn = 0; turn < 6; turn += 1) {
      const { account, group } = (await cursor.next()) ?? { account: '', group: '' }
      served.push(`${account}/${group}`)
    }
    // Forgotten positions restart; accounts are still served round-robin.
    expect(served).toEqual(['a/x', 'b/x', 'c/x', 'a/x', 'b/x', 'c/x'])
  })
})

describe('turns of concurrent workers', () => {
  it('are never the same group at once, and serve every account within two rounds', async () => {
    await fc.assert(
      fc.asyncProperty(
        accounts,
        fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 8, maxLength: 8 }),
        fc.integer({ min: 1, max: 6 }),
        fc.infiniteStream(fc.nat(3)),
        async (names, sizes, workers, pauses) => {
          const table: Table = new Map(
            names.map((name, index) => [
              name,
              new Map(Array.from({ length: sizes[index] ?? 1 }, (_, group) => [`host-${group}`, 1_000])),
            ]),
          )
          const cursor = createFairCursor(dueIn(table))
          const underWay = new Set<string>()
          const served: string[] = []
          const minServed = 2 * names.length + workers
          const work = async () => {
            while (served.length < minServed) {
              const turn = await cursor.take()
              // The others hold all there is.
              if (turn === undefined) {
                await new Promise(setImmediate)
                continue
              }
              const name = `${turn.account}/${turn.group}`
              expect(underWay).not.toContain(name)
              underWay.add(name)
              served.push(turn.account)
              for (let pause = pauses.next().value ?? 0; pause > 0; pause -= 1) await new Promise(setImmediate)
              underWay.delete(name)
              turn.release()
            }
          }
          await Promise.all(Array.from({ length: workers }, work))
          expect(new Set(served)).toEqual(new Set(names))
        },
      ),
    )
  })

  it('that are given back unused are the next, so that who could not be served loses no turn', async () => {
    const table: Table = new Map(['a', 'b', 'c'].map((name) => [name, new Map([['x', 9]])]))
    const cursor = createFairCursor(dueIn(table))
    const first = await cursor.take()
    const second = await cursor.take()
    first?.giveBack()
    second?.release()
    const served: (string | undefined)[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      const taken = await cursor.take()
      served.push(taken?.account)
      taken?.release()
    }
    expect(served).toEqual(['a', 'c', 'a', 'b'])
  })

  it('are none while the only group is held, and the next of the same account where there are several', async () => {
    const table: Table = new Map([['a', new Map([['x', 9]])]])
    const cursor = createFairCursor(dueIn(table))
    const held = await cursor.take()
    await expect(cursor.take()).resolves.toBeUndefined()
    table.get('a')?.set('y', 9)
    await expect(cursor.take()).resolves.toMatchObject({ account: 'a', group: 'y' })
    held?.release()
    await expect(cursor.take()).resolves.toMatchObject({ account: 'a', group: 'x' })
  })
})
