import type { System } from './connect-system.ts'

/** A mistake of the operator's, told in one line; the command ends with exit code 2. */
export class UsageError extends Error {}

/** An option that takes a value. */
export type CommandOption = { placeholder: string; description: string; required?: true }

/** The options given, by name; a required one is always there. */
export type Given = Record<string, string | undefined>

/** What a command answers: `json` for programs, `lines` for people. */
export type Answer = {
  json: unknown
  lines: string[]
  /** Told on standard error, in one line. */
  warning?: string
}

/** One command of the operator's: its words, its options, and what it does. */
export type Command = {
  /** As it is typed, such as `account create`. */
  name: string
  /** An older name that works as well. */
  alias?: string
  summary: string
  options: Record<string, CommandOption>
  run(given: Given, system: System): Promise<Answer>
}

/** A required option's value, which the parser has seen to. */
export function requiredOption(given: Given, option: string): string {
  const value = given[option]
  if (value === undefined) throw new UsageError(`--${option} is missing.`)
  return value
}
