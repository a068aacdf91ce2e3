import { maxUrlLength } from '@pagebell/urls/normalise-url'
import type { Problem, ProblemCode } from './listing.ts'

/** Problems of one entry each, which are counted: a file may have thousands. */
export type EntryProblem = 'bad_address' | 'bad_date' | 'other_host'

export type ProblemList = {
  /** Counts a problem of an entry; the first example is shown. */
  count(code: EntryProblem, example: string): void
  /** Adds a problem of the file, once. */
  add(code: ProblemCode, detail: string): void
  toArray(): Problem[]
}

const sentences: Record<EntryProblem, (isOne: boolean, count: string, example: string) => string> = {
  bad_address: (isOne, count, example) =>
    `${isOne ? 'One entry has' : `${count} entries have`} no absolute http or https address ` +
    `of at most ${number(maxUrlLength)} characters, and ${isOne ? 'is' : 'are'} left out (the first: ${example}).`,
  bad_date: (isOne, count, example) =>
    `${isOne ? 'One date' : `${count} dates`} cannot be read, ` +
    `and ${isOne ? 'counts' : 'count'} as missing (the first: ${example}).`,
  other_host: (isOne, count, example) =>
    `${isOne ? 'One address is' : `${count} addresses are`} on another host than the file (the first: ${example}).`,
}

export function problemList(): ProblemList {
  const counted = new Map<EntryProblem, { count: number; example: string }>()
  const problems = new Map<ProblemCode, string>()
  return {
    count(code, example) {
      const known = counted.get(code)
      if (known === undefined) counted.set(code, { count: 1, example: quote(example) })
      else known.count += 1
    },
    add(code, detail) {
      if (!problems.has(code)) problems.set(code, detail)
    },
    toArray() {
      const ofEntries = [...counted].map(([code, { count, example }]) => ({
        code,
        detail: sentences[code](count === 1, number(count), example),
      }))
      return [...[...problems].map(([code, detail]) => ({ code, detail })), ...ofEntries]
    },
  }
}

/** A value of a file in a sentence: one line, at most 80 characters. */
export function quote(value: string): string {
  const line = value.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  const short = line.length > 80 ? `${line.slice(0, 79)}…` : line
  return `"${short.toWellFormed()}"`
}

export function number(value: number): string {
  return value.toLocaleString('en-US')
}
