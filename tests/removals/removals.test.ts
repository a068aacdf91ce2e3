import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { workspace } from '@pagebell/start/service-list'
import { allRemovals } from './all-removals.ts'
import { readPromises } from './read-promises.ts'

const kept = readPromises()

describe('the tables of promises', () => {
  it.each(kept)('$promise: $file has its test', ({ file, title }) => {
    // A title may be quoted in the source.
    expect(readFileSync(join(workspace, file), 'utf8').replaceAll("\\'", "'")).toContain(title)
  })

  it('have a removal for every row, and no row twice', () => {
    const promises = kept.map(({ promise }) => promise)
    expect(allRemovals.map(({ promise }) => promise).toSorted()).toEqual(promises.toSorted())
    expect(new Set(promises).size).toBe(promises.length)
  })

  it.each(allRemovals)('$promise can be taken away', ({ file, find, put }) => {
    expect(readFileSync(join(workspace, file), 'utf8').split(find)).toHaveLength(2)
    expect(put).not.toBe(find)
  })
})
