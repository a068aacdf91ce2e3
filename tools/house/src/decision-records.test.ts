import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { decisionFiles, decisionsPage, movedDecisions } from './decisions-page.ts'
import { root } from './run.ts'

const files = decisionFiles()
const read = (file: string): string => readFileSync(join(root, 'docs', file), 'utf8')

it('each decision has its own number, without a gap', () => {
  const numbers = [...files.map((file) => Number(file.slice(0, 4))), ...movedDecisions.keys()].sort((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

it.each(files)('%s has its number and its title in its heading', (file) => {
  const [, number, title = ''] = /^# (\d+)\. (.+)$/m.exec(read(`adr/${file}`)) ?? []
  expect(Number(number)).toBe(Number(file.slice(0, 4)))
  const parts = title
    .toLowerCase()
    .replaceAll("'", '')
    .split(/[^a-z0-9]+/)
  expect(file.slice(5, -3).split('-')).toEqual(parts.filter((word) => word !== ''))
})

it('the index lists them all', () => {
  expect(read('adr/README.md')).toBe(decisionsPage())
})

it.each([...movedDecisions])('decision %d is in docs/performance-decisions.md', (number, title) => {
  expect(read('performance-decisions.md')).toContain(`## ${title}\n\n*Was decision ${number},`)
})
