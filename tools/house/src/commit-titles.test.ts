import { expect, it } from '@jest/globals'
import { titleProblem } from './commit-titles.ts'

it.each([
  'fix(intake): charge a repeated URL once, so that quotas add up',
  'feat(project,panel): suspend accounts, reset passwords, end sessions',
  'feat!: name channels in the body',
  'docs: say what a plan means',
  "Merge branch 'main' into fix",
  'Revert "feat: name channels in the body of each and every webhook, whatever the sender"',
  `fix: ${'x'.repeat(67)}`,
])('takes %p', (title) => {
  expect(titleProblem(title)).toBeUndefined()
})

it.each([
  ['Fixes the quota', 'does not begin with'],
  ['fix charge a repeated URL once', 'does not begin with'],
  ['wip: something', 'does not begin with'],
  ['fix(Intake): charge a repeated URL once', 'does not begin with'],
  [`fix: ${'x'.repeat(68)}`, 'has 73 characters'],
  ['fix: charge a repeated URL once.', 'ends with a full stop'],
])('refuses %p: %s', (title, problem) => {
  expect(titleProblem(title)).toMatch(problem)
})
