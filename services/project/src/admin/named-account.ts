import type { Account__Output as Account } from '@pagebell/protos/project/v1/project'
import { type CommandOption, type Given, requiredOption } from './command.ts'
import type { System } from './system.ts'

/** The option that names the account of something else, such as a key. */
export const accountEmail: CommandOption = {
  placeholder: 'E',
  description: 'the account’s e-mail address',
  required: true,
}

/** The option that names the account a command is about. */
export const ownEmail: CommandOption = { placeholder: 'E', description: 'its e-mail address', required: true }

export const accountProject: CommandOption = { placeholder: 'P', description: 'the account’s project', required: true }

/** The id of the account of `--email`. */
export async function findAccountId(given: Given, { accounts }: System): Promise<string> {
  const { account_id } = await accounts.getAccount({ email: requiredOption(given, 'email') })
  return account_id
}

/** The ids of the account of `--email` and of its project of `--project`. */
export async function findProjectIds(
  given: Given,
  system: System,
): Promise<{ account_id: string; project_id: string }> {
  const account_id = await findAccountId(given, system)
  const project = requiredOption(given, 'project')
  const { project_id } = await system.projects.getProject({ account_id, project })
  return { account_id, project_id }
}

/** An account as commands print it with --json. */
export function accountJson({ account_id, email, plan, created_at, suspended_at }: Account) {
  return { account_id, email, plan, created_at, suspended_at: suspended_at ?? null }
}

/** An account in one line. */
export function accountLine({ account_id, email, plan, created_at, suspended_at }: Account): string {
  const state = suspended_at === undefined ? '' : `; suspended since ${suspended_at}`
  return `${account_id}  ${email}  ${plan}; made ${created_at}${state}`
}
