// The operator's commands: npm run --silent admin -- help
import { join } from 'node:path'
import { Fault } from '@pagebell/faults/fault'
import {
  accountCreate,
  accountEndSessions,
  accountList,
  accountResetLink,
  accountShow,
  setupLink,
} from './account-commands.ts'
import { accountDelete, accountDisable, accountEnable, accountPlan } from './account-limit-commands.ts'
import { keyCreate, keyList, keyRevoke } from './api-key-commands.ts'
import { channelPause, channelResume, settingsReencrypt } from './channel-commands.ts'
import type { Command } from './command.ts'
import { helpText, parseCommand } from './command-line.ts'
import { deadLettersList, deadLettersReplay } from './dead-letter-commands.ts'
import { deliveriesRequeue, urlsForce, urlsForced } from './delivery-commands.ts'
import { connectSystem, findSystem } from './system.ts'
import { describeError, UsageError } from './usage-error.ts'
import { watchesList, watchesScan } from './watch-commands.ts'

/** Every command, in the order in which help shows them. */
const commands: readonly Command[] = [
  accountCreate,
  accountList,
  accountShow,
  accountPlan,
  accountDisable,
  accountEnable,
  accountEndSessions,
  accountResetLink,
  accountDelete,
  setupLink,
  keyCreate,
  keyList,
  keyRevoke,
  deadLettersList,
  deadLettersReplay,
  deliveriesRequeue,
  urlsForce,
  urlsForced,
  channelPause,
  channelResume,
  watchesList,
  watchesScan,
  settingsReencrypt,
]

const dataDir = process.env['PAGEBELL_DATA'] ?? join(import.meta.dirname, '../../../../.data')

try {
  const parsed = parseCommand(process.argv.slice(2), commands)
  if ('help' in parsed) {
    process.stdout.write(helpText(parsed.help))
  } else {
    await using system = connectSystem(await findSystem(process.env, join(dataDir, 'run.json')))
    const { json, lines, warning } = await parsed.command.run(parsed.given, system)
    if (warning !== undefined) process.stderr.write(`${warning}\n`)
    process.stdout.write(parsed.asJson ? `${JSON.stringify(json)}\n` : lines.map((line) => `${line}\n`).join(''))
  }
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`)
  // 2: wrong usage; 1: refused or failed.
  process.exitCode = error instanceof UsageError ? 2 : 1
  if (!(error instanceof UsageError || error instanceof Fault) && process.env['LOG_LEVEL'] === 'debug')
    console.error(error)
}
