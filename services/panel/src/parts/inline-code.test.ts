import { expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { inlineCode } from './inline-code.ts'

it.each([
  ['Plain.', 'Plain.'],
  ['Use `a<b`, or `c`.', 'Use <code class="url">a&lt;b</code>, or <code class="url">c</code>.'],
])('shows %j with its code as code, escaped', (text, expected) => {
  expect(textOf(inlineCode(text))).toBe(expected)
})
