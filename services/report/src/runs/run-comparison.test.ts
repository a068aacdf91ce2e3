import { describe, expect, it } from '@jest/globals'
import { compareResults, runChanges } from './run-comparison.ts'

const result = (status: string) => ({
  status,
  points: 1,
  weight: 2,
  title: `Heading of ${status}`,
  message: `It is ${status}.`,
  evidence: ['a', 'b', 'c', 'd'],
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
      values: [],
    })
    const evidence = ['a', 'b', 'c']
    expect(comparison.worse[0]).toEqual({
      check: 'title',
      from: { status: 'pass', points: 1, weight: 2, title: 'Heading of pass', message: 'It is pass.', evidence },
      to: { status: 'warn', points: 1, weight: 2, title: 'Heading of warn', message: 'It is warn.', evidence },
    })
    expect(comparison.new[0]).toMatchObject({ from: null })
    expect(comparison.gone[0]).toMatchObject({ to: null })
  })

  it('tells the old and the new value, also where the status stays', () => {
    const before = {
      title: { ...result('pass'), value: 'Hi' },
      ttfb: { ...result('pass'), value: 80 },
      h1: result('pass'),
    }
    const after = {
      title: { ...result('pass'), value: 'Hello' },
      ttfb: { ...result('pass'), value: 80 },
      h1: result('pass'),
    }
    const { values, ...others } = compareResults(before, after)
    expect(values).toMatchObject([{ check: 'title', from: { value: 'Hi' }, to: { value: 'Hello' } }])
    expect(Object.values(others).flat()).toEqual([])
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
