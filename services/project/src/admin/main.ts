// The operator's commands: npm run --silent admin -- help
import { Fault } from '@pagebell/faults/fault'
import { UsageError } from './command.ts'
import { commands } from './commands.ts'
import { connectSystem } from './connect-system.ts'
import { describeProblem } from './describe-problem.ts'
import { findSystem } from './find-system.ts'
import { helpText } from './help-text.ts'
import { parseCommand } from './parse-command.ts'

const runFile = new URL('../../../../.data/run.json', import.meta.url)

try {
  const asked = parseCommand(process.argv.slice(2), commands)
  if ('help' in asked) {
    process.stdout.write(helpText(asked.help))
  } else {
    await using system = connectSystem(await findSystem(process.env, runFile))
    const { json, lines, warning } = await asked.command.run(asked.given, system)
    if (warning !== undefined) process.stderr.write(`${warning}\n`)
    process.stdout.write(asked.asJson ? `${JSON.stringify(json)}\n` : lines.map((line) => `${line}\n`).join(''))
  }
} catch (error) {
  process.stderr.write(`${describeProblem(error)}\n`)
  // 2: typed wrong; 1: refused or failed.
  process.exitCode = error instanceof UsageError ? 2 : 1
  if (!(error instanceof UsageError || error instanceof Fault) && process.env['LOG_LEVEL'] === 'debug')
    console.error(error)
}
