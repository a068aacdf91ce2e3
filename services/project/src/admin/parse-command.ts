import { parseArgs } from 'node:util'
import { type Command, type Given, UsageError } from './command.ts'

export type Asked = { command: Command; given: Given; asJson: boolean } | { help: readonly Command[] }

/** What the words on the command line ask for. Throws UsageError, which names the option or the commands there are. */
export function parseCommand(words: string[], commands: readonly Command[]): Asked {
  const typed = (name: string | undefined): boolean => name !== undefined && name === wordsOf(name, words).join(' ')
  const command = commands.find(({ name, alias }) => typed(name) || typed(alias))
  const wantsHelp = words[0] === 'help' || words.includes('--help') || words.includes('-h')
  if (command === undefined) {
    if (wantsHelp || words.length === 0) return { help: commands }
    const names = commands.map(({ name }) => name).join(', ')
    throw new UsageError(
      `There is no command ${JSON.stringify(words.slice(0, 2).join(' '))}. There are: ${names}. --help tells more.`,
    )
  }
  if (wantsHelp) return { help: [command] }
  return { command, ...readOptions(command, words.slice(command.name.split(' ').length)) }
}

/** The words that would have to be this command's name. */
function wordsOf(name: string, words: string[]): string[] {
  return words.slice(0, name.split(' ').length)
}

function readOptions(command: Command, words: string[]): { given: Given; asJson: boolean } {
  const names = Object.keys(command.options)
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { json, ...given } = parse(words, options) as Given & { json?: boolean }
  const missing = names.find((name) => command.options[name]?.required && !given[name])
  if (missing !== undefined) throw new UsageError(`--${missing} is missing: ${command.options[missing]?.description}.`)
  return { given, asJson: json === true }
}

function parse(words: string[], options: Record<string, { type: 'string' }>) {
  try {
    return parseArgs({ args: words, options: { ...options, json: { type: 'boolean' } }, strict: true }).values
  } catch (error) {
    // Node's texts go on with advice on several lines.
    throw new UsageError((error as Error).message.split('\n', 1)[0], { cause: error })
  }
}
