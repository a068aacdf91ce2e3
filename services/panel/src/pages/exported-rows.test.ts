import { describe, expect, it } from '@jest/globals'
import { exportedRows } from './exported-rows.ts'

type Answer = { rows: number[]; next_cursor?: string }
const rowsOf = ({ rows }: Answer): number[] => rows

describe('the rows of an exported file', () => {
  it('are those of all pages of the list', async () => {
    const answers: Record<string, Answer> = { start: { rows: [1, 2], next_cursor: 'b' }, b: { rows: [3] } }
    const rows = await exportedRows(async (cursor = 'start') => answers[cursor] ?? { rows: [] }, rowsOf)
    expect(await Array.fromAsync(rows)).toEqual([[1, 2], [3]])
  })

  it('are 100,000 at most, and no further page is read', async () => {
    let asked = 0
    const ask = async (): Promise<Answer> => {
      asked += 1
      return { rows: Array.from({ length: 30_000 }, () => asked), next_cursor: 'further' }
    }
    const portions = await Array.fromAsync(await exportedRows(ask, rowsOf))
    expect(portions.map(({ length }) => length)).toEqual([30_000, 30_000, 30_000, 10_000])
    expect(asked).toBe(4)
  })

  it('fail before the answer begins if the list cannot be read', async () => {
    const ask = (): Promise<Answer> => Promise.reject(new Error('Not now.'))
    await expect(exportedRows(ask, rowsOf)).rejects.toThrow('Not now.')
  })
})
