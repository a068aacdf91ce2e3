import { expect, it } from '@jest/globals'
import { checkCheckId } from './suppression.ts'

it.each(['hsts', 'meta_description', 'substance', 'duplicate_title', 'orphan'])('%s is a check', (id) => {
  expect(checkCheckId(id)).toBe(id)
})

it.each([
  ['htst', /Did you mean hsts\?/],
  ['meta-description', /Did you mean meta_description\?/],
  ['Title', /Did you mean title\?/],
  ['Main heading', /Did you mean h1\?/],
  ['orphans', /Did you mean orphan\?/],
  ['Links to each page', /Did you mean orphan\?/],
  ['no_such_check_at_all', /Use the id of a check of pages, such as meta_description, or of sites, such as orphan\./],
  ['', /Use the id of a check/],
  ['constructor', /Use the id of a check/],
  ['x'.repeat(100_000), /Use the id of a check/],
])('%.30s is none, and the answer helps on', (id, hint) => {
  expect(() => checkCheckId(id)).toThrow(
    expect.objectContaining({ kind: 'invalid', errors: { check: [expect.stringMatching(hint)] } }),
  )
})
