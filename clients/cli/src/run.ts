import { PagebellConnectionError, PagebellError } from '@pagebell/sdk'
import type { Command, Context } from './commands/command.ts'
import { deliveries } from './commands/deliveries.command.ts'
import { login } from './commands/login.command.ts'
import { report } from './commands/report.command.ts'
import { submit } from './commands/submit.command.ts'
import { exitCode, isUsageError } from './exit.ts'

const commands: Record<string, Command> = { submit, report, deliveries, login }

const usage = `pagebell COMMAND [options]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`)
  .join('\n')}

"pagebell COMMAND --help" tells its options. Settings: "pagebell login", or PAGEBELL_URL, PAGEBELL_API_KEY and
PAGEBELL_WEBHOOK_TOKEN. Exit codes: 0, 1 below the bar or not accepted, 2 wrong usage or no connection.`

/** Runs a command and prints its errors. Returns the exit code. */
export async function run([name = '', ...args]: string[], context: Omit<Context, 'args'>): Promise<number> {
  const { terminal, signal } = context
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    const isHelp = name === '--help' || name === 'help'
    if (isHelp) terminal.out(usage)
    else terminal.note(name === '' ? usage : `There is no command ${name}.\n\n${usage}`)
    return isHelp ? exitCode.done : exitCode.trouble
  }
  if (args.includes('--help')) {
    terminal.out(command.help)
    return exitCode.done
  }
  try {
    return await command.run({ ...context, args })
  } catch (error) {
    if (signal.aborted) return exitCode.trouble
    if (error instanceof PagebellError) {
      terminal.note(problemText(error))
      return error.status === 429 ? exitCode.refused : exitCode.trouble
    }
    const isConnection = error instanceof PagebellConnectionError
    if (!isConnection && !isUsageError(error)) throw error
    const hint = isConnection ? '' : `\n"pagebell ${name} --help" tells the options.`
    terminal.note(`${error.message}${hint}`)
    return exitCode.trouble
  }
}

const problemText = ({ message, code, errors, requestId }: PagebellError): string => {
  const fields = Object.entries(errors).map(([field, texts]) => `  ${field}: ${texts.join(' ')}`)
  return [`${message} (${code}${requestId === undefined ? '' : `, request ${requestId}`})`, ...fields].join('\n')
}
