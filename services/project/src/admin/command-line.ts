import { parseArgs } from 'node:util'
import type { Command, Given } from './command.ts'
import { UsageError } from './usage-error.ts'

export type ParsedCommand = { command: Command; given: Given; asJson: boolean } | { help: readonly Command[] }

/** Parses the command line. Throws UsageError, which names the wrong option or the known commands. */
export function parseCommand(args: string[], commands: readonly Command[]): ParsedCommand {
  const typed = (name: string | undefined): boolean => name !== undefined && name === wordsOf(name, args).join(' ')
  const command = commands.find(({ name, alias }) => typed(name) || typed(alias))
  const wantsHelp = args[0] === 'help' || args.includes('--help') || args.includes('-h')
  if (command === undefined) {
    if (wantsHelp || args.length === 0) return { help: commands }
    const names = commands.map(({ name }) => name).join(', ')
    throw new UsageError(
      `There is no command ${JSON.stringify(args.slice(0, 2).join(' '))}. There are: ${names}. --help tells more.`,
    )
  }
  if (wantsHelp) return { help: [command] }
  return { command, ...readOptions(command, args.slice(command.name.split(' ').length)) }
}

/** As many of the first args as the name has. */
function wordsOf(name: string, args: string[]): string[] {
  return args.slice(0, name.split(' ').length)
}

function readOptions(command: Command, args: string[]): { given: Given; asJson: boolean } {
  const names = Object.keys(command.options)
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { json, ...given } = parse(args, options) as Given & { json?: boolean }
  const missing = names.find((name) => command.options[name]?.required && !given[name])
  if (missing !== undefined) throw new UsageError(`--${missing} is missing: ${command.options[missing]?.description}.`)
  return { given, asJson: json === true }
}

function parse(args: string[], options: Record<string, { type: 'string' }>) {
  try {
    return parseArgs({ args: args, options: { ...options, json: { type: 'boolean' } }, strict: true }).values
  } catch (error) {
    // Node's messages continue with advice on further lines.
    throw new UsageError((error as Error).message.split('\n', 1)[0], { cause: error })
  }
}

/** The usage of the commands. */
export function helpText(commands: readonly Command[]): string {
  const uses = commands.map((command) => `${useOf(command)}\n  ${command.summary}\n${optionLines(command)}`)
  return `${['npm run --silent admin -- COMMAND [OPTIONS] [--json]', ...uses].join('\n\n')}\n`
}

function useOf({ name, options }: Command): string {
  const parts = Object.entries(options).map(([option, { placeholder, required }]) =>
    required ? `--${option} ${placeholder}` : `[--${option} ${placeholder}]`,
  )
  return [name, ...parts].join(' ')
}

function optionLines({ options }: Command): string {
  const lines = Object.entries(options).map(([option, { description }]) => `    --${option.padEnd(15)} ${description}`)
  return [...lines, `    --${'json'.padEnd(15)} answer for programs`].join('\n')
}
