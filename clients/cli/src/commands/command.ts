import type { Environment } from '../settings.ts'
import type { Terminal } from '../terminal.ts'

/** What a command gets from its process. */
export type Context = {
  args: string[]
  env: Environment
  terminal: Terminal
  /** Reads all of standard input. */
  readInput(): Promise<string>
  /** Ends with Ctrl+C. */
  signal: AbortSignal
}

export type Command = {
  /** One line for the list of commands. */
  summary: string
  help: string
  /** Returns the exit code. */
  run(context: Context): Promise<number>
}
