import type { styleText } from 'node:util'

export type Colour = Parameters<typeof styleText>[0]

/** How results are marked, by their status. */
export const symbols: Record<string, [symbol: string, colour: Colour]> = {
  fail: ['✗', 'red'],
  warn: ['!', 'yellow'],
  error: ['?', 'magenta'],
}
export const bandColours: Record<string, Colour> = { good: 'green', decent: 'yellow', bad: 'red' }

/** Without control characters: a page must not be able to send commands to the terminal. */
export function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}
