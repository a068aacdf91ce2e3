import { describe, expect, it } from '@jest/globals'
import { github } from './github.ts'
import type { CheckResult, Rated, Report } from './rated.ts'

const finding = (message: string, status: 'fail' | 'warn' = 'fail', gain = 1): CheckResult =>
  ({
    status,
    message,
    gain,
    fix: '',
    category: 'seo',
    importance: 'high',
    weight: 1,
    value: null,
    evidence: [],
  }) as never

const rated = (results: Record<string, CheckResult>, score = 50): Rated => ({
  url: 'https://example.com/',
  score,
  report: { results, page: 'https://pagebell.example/r/1' } as unknown as Report,
})

const lines = (page: Rated, failUnder = 0) => github({ pages: [page], failUnder }).split('\n')

describe('an annotation', () => {
  it('is a workflow command with level, title and message, the score first', () => {
    const page = rated({ title: finding('It is short.'), h1: finding('There are two.', 'warn') })
    expect(lines(page, 80)).toEqual([
      'https://example.com/ 50 https://pagebell.example/r/1',
      '::error title=https%3A//example.com/%3A score::The score is 50; at least 80 is wanted.',
      '::error title=https%3A//example.com/%3A title::It is short.',
      '::warning title=https%3A//example.com/%3A h1::There are two.',
    ])
  })

  it('is escaped, so that the runner obeys nothing that stands in it', () => {
    const page = rated({ title: finding('100 % \r\n::set-output name=x::1\n##[command]rm') })
    const written = lines(page)
    expect(written).toHaveLength(2)
    expect(written[1]).toMatch(/::100 %25 %0D%0A::set-output name=x::1%0A##\[command\]rm$/)
  })

  it('says why a page has no score', () => {
    const page = { url: 'not\na URL', score: null, problem: 'It is no URL.' }
    expect(lines(page)).toEqual(['not%0Aa%20URL not rated', '::error title=not%0Aa URL%3A score::It is no URL.'])
  })

  it('is one of ten of its level, and the rest is counted', () => {
    const many = (status: 'fail' | 'warn', count: number) =>
      Array.from({ length: count }, (_, n) => [`${status}-${n}`, finding('No.', status)])
    const written = lines(rated(Object.fromEntries([...many('fail', 13), ...many('warn', 11)])))
    expect(written.filter((line) => line.startsWith('::error'))).toHaveLength(10)
    expect(written.filter((line) => line.startsWith('::warning'))).toHaveLength(10)
    expect(written.at(-1)).toBe('4 more findings are in the reports.')
  })
})
