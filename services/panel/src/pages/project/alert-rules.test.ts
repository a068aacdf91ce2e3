import { expect, it } from '@jest/globals'
import { type AlertForm, formOfRules, rulesOfForm } from './alert-rules.ts'

const empty: AlertForm = {
  new_issue: '',
  score_drops: '',
  checks: '',
  certificate: '',
  watch_trouble: '',
  held: '',
  at: '08:00',
  zone: '',
}
const all = [
  { when: 'new_issue', severity: 'warn' },
  { when: 'score_drops', by: 5 },
  { when: 'check_fails', check: 'indexable' },
  { when: 'check_fails', check: 'title' },
  { when: 'certificate', days: 14 },
  { when: 'watch_trouble' },
  { when: 'held', count: 10 },
]

it('are the same after the form', () => {
  expect(rulesOfForm({ ...empty, ...formOfRules(all) }, all)).toEqual(all)
})

it('are none for an empty form', () => {
  expect(rulesOfForm(empty, [])).toEqual([])
  expect(rulesOfForm(empty, all)).toEqual([])
})

it('of the API that the form does not show stay', () => {
  const second = { when: 'score_drops', by: 20 }
  expect(rulesOfForm({ ...empty, score_drops: '7' }, [...all, second])).toEqual([
    { when: 'score_drops', by: 7 },
    second,
  ])
})

it('with what is no number are refused by the service, which names the limits', () => {
  expect(rulesOfForm({ ...empty, score_drops: 'much', certificate: '-1', held: '0.5' }, [])).toEqual([
    { when: 'score_drops', by: 0 },
    { when: 'certificate', days: 0 },
    { when: 'held', count: 0 },
  ])
})

it('take checks by lines, spaces or commas', () => {
  const checks = rulesOfForm({ ...empty, checks: ' indexable,title\n\ncanonical ' }, []).map(({ check }) => check)
  expect(checks).toEqual(['indexable', 'title', 'canonical'])
})
