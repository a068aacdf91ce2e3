import type { System } from './system.ts'
import { UsageError } from './usage-error.ts'

/** An option that takes a value. */
export type CommandOption = { placeholder: string; description: string; required?: true }

/** The values of the options by name; a required one is always there. */
export type Given = Record<string, string | undefined>

/** The output of a command: `json` with --json, else `lines`. */
export type Answer = {
  json: unknown
  lines: string[]
  /** One line for standard error. */
  warning?: string
}

/** One of the operator's commands. */
export type Command = {
  /** As it is typed, such as `account create`. */
  name: string
  /** An older name, still accepted. */
  alias?: string
  summary: string
  options: Record<string, CommandOption>
  run(given: Given, system: System): Promise<Answer>
}

/** The value of a required option; the parser refuses a command without it. */
export function requiredOption(given: Given, option: string): string {
  const value = given[option]
  if (value === undefined) throw new UsageError(`--${option} is missing.`)
  return value
}
