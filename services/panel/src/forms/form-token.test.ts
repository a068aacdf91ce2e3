import { describe, expect, it } from '@jest/globals'
import { isFormToken, mintFormToken } from './form-token.ts'

describe("a form's token", () => {
  it('differs each time and is always valid for its cookie', () => {
    const tokens = [mintFormToken('cookie'), mintFormToken('cookie')]
    expect(tokens[0]).not.toBe(tokens[1])
    expect(tokens.map((token) => isFormToken(token, 'cookie'))).toEqual([true, true])
  })

  it.each([mintFormToken('another cookie'), '', 'x', mintFormToken('cookie').slice(1), undefined, 7])(
    'is refused as %p',
    (token) => {
      expect(isFormToken(token, 'cookie')).toBe(false)
    },
  )
})
