import { expect, it } from '@jest/globals'
import type { Outcome } from './channel.ts'
import { tellAnswersApart } from './tell-answers-apart.ts'

const delivered = (message: string): Outcome => ({ kind: 'delivered', words: { status: 200, message } })
const apart = (...outcomes: Outcome[]) => tellAnswersApart(outcomes.map((outcome) => ({ outcome })))

it('answers that are alike are one, whether they are one object or several', () => {
  const shared = delivered('OK')
  const { answers, ended } = apart(shared, shared, delivered('OK'), delivered('Fine'))
  expect(answers.map(({ words }) => words?.message)).toEqual(['OK', 'Fine'])
  expect(ended.map(({ answer }) => answers.indexOf(answer))).toEqual([0, 0, 0, 1])
})

it('what differs in its kind or its reason is told apart, with words or without', () => {
  const { answers } = apart(
    { kind: 'retry', reason: 'timeout' },
    { kind: 'retry', reason: 'dns' },
    { kind: 'held', reason: 'timeout', until: 0 },
    { kind: 'rejected', reason: 'timeout', divisible: true, words: { status: 400, message: '' } },
  )
  expect(answers.map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual([
    'retry timeout',
    'retry dns',
    'held timeout',
    'rejected timeout',
  ])
})

it('keeps 2 KB of the words', () => {
  const { answers } = apart(delivered('x'.repeat(5_000)))
  expect(answers[0]?.words?.message).toHaveLength(2_048)
})
