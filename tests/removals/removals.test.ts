import { describe, expect, it } from '@jest/globals'
import { applyEdits } from '@pagebell/house/source/replace'
import { openSources } from '@pagebell/house/source/source-files'
import { workspace } from '@pagebell/start/service-list'
import { allRemovals } from './all-removals.ts'
import { findTest } from './find-test.ts'
import { readPromises } from './read-promises.ts'

const kept = readPromises()
const sources = openSources(workspace)

describe('the tables of promises', () => {
  it.each(kept)('$promise: has its test', ({ test }) => {
    expect(findTest(test).file).toMatch(/\.test\.ts$/)
  })

  it('have a removal for every row, and no row twice', () => {
    const promises = kept.map(({ promise }) => promise)
    expect(allRemovals.map(({ promise }) => promise).toSorted()).toEqual(promises.toSorted())
    expect(new Set(promises).size).toBe(promises.length)
  })

  it.each(allRemovals)('$promise can be taken away', ({ promise: _promise, also = [], ...edit }) => {
    for (const { before, after } of applyEdits(sources, [edit, ...also]).values()) expect(after).not.toBe(before)
  })
})
