import { describe, expect, it } from '@jest/globals'
import { runChanges } from './run-changes.ts'

describe('runChanges', () => {
  it('tells what differs, what came and what went, and nothing else', () => {
    const before = { title: 'pass', h1: 'fail', gone: 'warn' }
    const after = { title: 'pass', h1: 'pass', came: 'fail' }
    expect(runChanges(before, after)).toEqual({
      h1: { from: 'fail', to: 'pass' },
      gone: { from: 'warn', to: null },
      came: { from: null, to: 'fail' },
    })
  })

  it('of a run with itself is empty', () => {
    expect(runChanges({ title: 'pass' }, { title: 'pass' })).toEqual({})
  })
})
