import { describe, expect, it } from '@jest/globals'
import { isId, parseId, requireIds } from './ids.ts'

const id = '019ab5c2-7b1e-7f3a-9c55-0123456789ab'

describe('an id', () => {
  it.each([id, id.toUpperCase()])('may be %s', (text) => {
    expect(isId(text)).toBe(true)
  })

  it.each(['', 'x', id.slice(1), `${id}0`, `{${id}}`, id.replaceAll('-', ''), undefined, 7])('cannot be %p', (text) => {
    expect(isId(text)).toBe(false)
  })

  it('is parsed into the form in which it is stored', () => {
    expect(parseId(id.toUpperCase())).toBe(id)
    expect(parseId('x')).toBeUndefined()
  })

  it('that is required and is no UUID is refused by its field', () => {
    expect(() => requireIds({ account_id: id, project_id: id.toUpperCase() })).not.toThrow()
    expect(() => requireIds({ account_id: id, project_id: 'x' })).toThrow(
      expect.objectContaining({ kind: 'invalid', errors: { project_id: ['must be a UUID'] } }),
    )
  })
})
