import type { Command } from './command.ts'
import { accountCreate } from './commands/account-create.ts'
import { accountDelete } from './commands/account-delete.ts'
import { accountDisable } from './commands/account-disable.ts'
import { accountEnable } from './commands/account-enable.ts'
import { accountEndSessions } from './commands/account-end-sessions.ts'
import { accountList } from './commands/account-list.ts'
import { accountPlan } from './commands/account-plan.ts'
import { accountResetLink } from './commands/account-reset-link.ts'
import { accountShow } from './commands/account-show.ts'
import { channelPause } from './commands/channel-pause.ts'
import { channelResume } from './commands/channel-resume.ts'
import { deadLettersList } from './commands/dead-letters-list.ts'
import { deadLettersReplay } from './commands/dead-letters-replay.ts'
import { deliveriesRequeue } from './commands/deliveries-requeue.ts'
import { keyCreate } from './commands/key-create.ts'
import { keyList } from './commands/key-list.ts'
import { keyRevoke } from './commands/key-revoke.ts'
import { settingsReencrypt } from './commands/settings-reencrypt.ts'
import { setupLink } from './commands/setup-link.ts'
import { urlsForce } from './commands/urls-force.ts'
import { urlsForced } from './commands/urls-forced.ts'

/** Every command, in the order in which help shows them. */
export const commands: readonly Command[] = [
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
  settingsReencrypt,
]
