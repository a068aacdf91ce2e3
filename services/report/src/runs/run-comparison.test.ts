import { describe, expect, it } from '@jest/globals'
import { compareResults, runChanges } from './run-comparison.ts'

const result = (status: string) => ({
  status,
  points: 1,
  weight: 2,
  title: `Heading of ${status}`,
  message: `It is ${status}.`,
  evidence: ['long'],
})
const checks = (list: { check: string }[]) => list.map(({ check }) => check)

describe('compareResults', () => {
  it('tells worse from better, new from gone, and what is neither', () => {
    const before = {
      title: result('pass'),
      h1: result('fail'),
      hsts: result('warn'),
      lang: result('pass'),
      old: result('pass'),
      image_alt: result('not_applicable'),
      broken: result('error'),
    }
    const after = {
      title: result('warn'),
      h1: result('warn'),
      hsts: result('fail'),
      lang: result('pass'),
      fresh: result('fail'),
      image_alt: result('fail'),
      broken: result('pass'),
    }
    const comparison = compareResults(before, after)
    expect(Object.fromEntries(Object.entries(comparison).map(([kind, list]) => [kind, checks(list)]))).toEqual({
      worse: ['title', 'hsts'],
      better: ['h1'],
      new: ['fresh'],
      gone: ['old'],
      changed: ['image_alt', 'broken'],
    })
    expect(comparison.worse[0]).toEqual({
      check: 'title',
      from: { status: 'pass', points: 1, weight: 2, title: 'Heading of pass', message: 'It is pass.' },
      to: { status: 'warn', points: 1, weight: 2, title: 'Heading of warn', message: 'It is warn.' },
    })
    expect(comparison.new[0]).toMatchObject({ from: null })
    expect(comparison.gone[0]).toMatchObject({ to: null })
  })

  it('of a run with itself is empty', () => {
    const run = { title: result('pass'), h1: result('fail') }
    expect(Object.values(compareResults(run, run)).flat()).toEqual([])
  })
})

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
