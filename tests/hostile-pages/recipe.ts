import type { Socket } from 'node:net'
import type { Random } from '../faults/random.ts'

/** One page as a hostile site serves it, with what else its host answers. */
export type HostilePage = {
  name: string
  html: string | Buffer
  headers?: Record<string, string | string[]>
  robots?: string
  /** Writes the whole answer, status line and all, in place of `html`. */
  wire?: (socket: Socket) => void
}

/** Attacks one reader; what the page is made of, and how much of it, is drawn. */
export type Recipe = { name: string; make(random: Random): Omit<HostilePage, 'name'> }

/** A page has 10 MB at most and a robots.txt 512,000 bytes: the analyzer reads no more. */
export const longestHtml = 9_500_000
export const longestRobots = 512_000

/** As many copies as are asked for, or as fit. */
export function times(text: string, count: number, longest = longestHtml): string {
  return text.repeat(Math.max(1, Math.min(count, Math.floor(longest / text.length))))
}

/** As many numbered items as are asked for, or as fit. */
export function numbered(count: number, item: (n: number) => string, longest = longestHtml): string {
  const parts: string[] = []
  let length = 0
  for (let n = 0; n < count; n += 1) {
    const part = item(n)
    length += part.length
    if (length > longest) break
    parts.push(part)
  }
  return parts.join('')
}

export const attributes = (count: number): string => numbered(count, (n) => ` a${n}=${n}`)
