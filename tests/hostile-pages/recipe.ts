import type { Socket } from 'node:net'
import type { Random } from '../faults/random.ts'

/** One page of a hostile site, with the other responses of its host. */
export type HostilePage = {
  name: string
  html: string | Buffer
  headers?: Record<string, string | string[]>
  robots?: string
  /** Writes the whole response, including the status line, in place of `html`. */
  wire?: (socket: Socket) => void
}

/** Attacks one parser with random content of random size. */
export type Recipe = { name: string; make(random: Random): Omit<HostilePage, 'name'> }

/** The analyzer reads at most 10 MB of a page and 512,000 bytes of a robots.txt. */
export const maxHtmlLength = 9_500_000
export const maxRobotsLength = 512_000

/** `count` copies, or as many as fit. */
export function times(text: string, count: number, maxLength = maxHtmlLength): string {
  return text.repeat(Math.max(1, Math.min(count, Math.floor(maxLength / text.length))))
}

/** `count` numbered items, or as many as fit. */
export function numbered(count: number, item: (n: number) => string, maxLength = maxHtmlLength): string {
  const parts: string[] = []
  let length = 0
  for (let n = 0; n < count; n += 1) {
    const part = item(n)
    length += part.length
    if (length > maxLength) break
    parts.push(part)
  }
  return parts.join('')
}

export const attributes = (count: number): string => numbered(count, (n) => ` a${n}=${n}`)
