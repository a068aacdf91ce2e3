import { describe, expect, it } from '@jest/globals'
import { type JudgedRun, judgeRuns } from './judge-runs.ts'
import type { Rule } from './rule.ts'

/** Runs from a text, the oldest first: F fails, W warns, a full stop is a run without the issue. */
function runsOf(text: string, check = 'title'): JudgedRun[] {
  const runs = [...text].map((letter, index) => ({
    id: String(index),
    endedAt: `2026-11-${String(index + 1).padStart(2, '0')}T10:00:00.000Z`,
    score: 80,
    issues: letter === '.' ? {} : { [check]: { severity: letter === 'F' ? 'fail' : 'warn', title: 'No title' } },
  })) as JudgedRun[]
  return runs.toReversed()
}

const open = [{ check: 'title', baseline: null }]
const state = (rule: Rule, runs: JudgedRun[], alerts: typeof open | [] = []): string => {
  const { found, gone } = judgeRuns(rule, runs, alerts)
  return [...found.map(({ check }) => `found ${check}`), ...gone.map((check) => `gone ${check}`)].join()
}

describe('a check that fails', () => {
  const rule: Rule = { when: 'check_fails', check: 'title' }

  it.each([
    ['F', ''],
    ['.F', ''],
    ['.F.', ''],
    ['FF', 'found title'],
    ['..FF', 'found title'],
    ['.F.F', 'found title'],
    ['F..F', ''],
    ['WW', ''],
    ['.FW', ''],
  ])('in %s', (runs, expected) => expect(state(rule, runsOf(runs))).toBe(expected))

  it.each([
    ['FF.', ''],
    ['FF.F', 'found title'],
    ['FF..', 'gone title'],
    ['FFWW', 'gone title'],
  ])('and is open, in %s', (runs, expected) => expect(state(rule, runsOf(runs), open)).toBe(expected))

  it('says since when, and of how many pages the newest run has it', () => {
    const runs = runsOf('.F.F')
    if (runs[0]?.issues['title']) runs[0].issues['title'].pages = 3
    expect(judgeRuns(rule, runs, []).found).toEqual([
      {
        check: 'title',
        since: '2026-11-02T10:00:00.000Z',
        inLast: 3,
        severity: 'fail',
        title: 'No title',
        pages: 3,
      },
    ])
  })
})

describe('a check that fails on some pages and warns on others', () => {
  const issue = { severity: 'fail', title: 'No title', pages: 500, failing: 3 } as const
  const runs = runsOf('.FF').map((run) => (run.issues['title'] ? { ...run, issues: { title: issue } } : run))

  it.each<[Rule, number]>([
    [{ when: 'check_fails', check: 'title' }, 3],
    [{ when: 'new_issue', severity: 'fail' }, 3],
    [{ when: 'new_issue', severity: 'warn' }, 500],
  ])('is, by %j, an alert of %d pages', (rule, pages) => {
    expect(judgeRuns(rule, runs, []).found).toMatchObject([{ check: 'title', pages }])
  })
})

describe('a new issue', () => {
  const rule: Rule = { when: 'new_issue', severity: 'fail' }

  it.each([
    ['FF', ''],
    ['.F', ''],
    ['.FF', 'found title'],
    ['...F', ''],
    ['...F.', ''],
    ['...FF', 'found title'],
    ['..F.F', 'found title'],
    // It was there, and away for one run.
    ['FFF.FF', ''],
    ['FF.F', ''],
    ['.WW', ''],
  ])('in %s', (runs, expected) => expect(state(rule, runsOf(runs))).toBe(expected))

  it('that only warns is one for the severity warn', () => {
    expect(state({ ...rule, severity: 'warn' }, runsOf('.WF'))).toBe('found title')
  })

  it('stays found as long as it is there, and is gone after two runs without it', () => {
    expect(state(rule, runsOf('.FFFFF'), open)).toBe('found title')
    expect(state(rule, runsOf('FFFFF.'), open)).toBe('')
    expect(state(rule, runsOf('FFFF..'), open)).toBe('gone title')
  })
})

describe('a score that drops', () => {
  const rule: Rule = { when: 'score_drops', by: 5 }
  const scored = (scores: (number | null)[]): JudgedRun[] =>
    scores.map((score, index) => ({ id: String(index), endedAt: `day ${index}`, score, issues: {} })).toReversed()
  const judge = (scores: (number | null)[], baseline?: number) =>
    judgeRuns(rule, scored(scores), baseline === undefined ? [] : [{ check: '', baseline }])

  it.each([
    [[80], 0],
    [[80, 70], 0],
    [[80, 70, 70], 1],
    [[80, 80, 80, 70], 0],
    [[80, 80, 80, 70, 80], 0],
    [[80, 80, 80, 70, 70], 1],
    [[80, 80, 80, 70, 80, 70], 1],
    [[80, 80, 80, 76, 76], 0],
    [[80, 80, 80, 75, 75], 1],
    // One high score is no baseline.
    [[80, 80, 95, 80, 80, 80], 0],
    [[80, 80, null, 70, null, 70], 1],
  ])('in %j: %d', (scores, expected) => expect(judge(scores).found).toHaveLength(expected))

  it('stays found below the score that it was compared with, until two runs have reached it', () => {
    expect(judge([70, 70, 70, 70, 70, 70], 80)).toMatchObject({ found: [{ score: 70, baseline: 80 }], gone: [] })
    expect(judge([70, 70, 70, 70, 70, 79], 80)).toEqual({ found: [], gone: [] })
    expect(judge([70, 70, 70, 70, 79, 79], 80)).toEqual({ found: [], gone: [''] })
  })
})

it('nothing is found without runs', () => {
  for (const rule of [
    { when: 'check_fails', check: 'title' },
    { when: 'score_drops', by: 5 },
  ] as const)
    expect(judgeRuns(rule, [], [])).toEqual({ found: [], gone: [] })
  expect(judgeRuns({ when: 'new_issue', severity: 'fail' }, [], [])).toEqual({ found: [], gone: [] })
})
