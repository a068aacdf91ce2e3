import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { textFields } from './form-body.ts'

type Case = { id: string; kind: string; input: string; expected: [name: string, value: string][] }

const cases = readFileSync(new URL('fixtures/form-urlencoded.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)
  .filter(({ kind }) => kind === 'parse')

describe('urlencoded text', () => {
  it.each(cases.map(({ id, input, expected }) => [id, input, expected] as const))(
    'is read as browsers write it (%s)',
    (_id, input, expected) => {
      const { fields, repeated } = textFields(input)
      const names = expected.map(([name]) => name)
      expect(new Set(repeated)).toEqual(new Set(names.filter((name, index) => names.indexOf(name) !== index)))
      expect({ ...fields }).toEqual(Object.fromEntries(expected))
    },
  )
})
