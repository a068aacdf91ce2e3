import type { Account__Output as Account } from '@pagebell/protos/project/v1/project'
import { type Command, requiredOption } from './command.ts'
import { accountJson, accountLine, ownEmail } from './named-account.ts'
import { UsageError } from './usage-error.ts'

const noUrls = { urls_per_day: 0, urls_per_month: 0 }

/**
 * The account's limits for intake, which applies them at once: no URLs while it is suspended, whatever its plan. The
 * message plan.changed brings the same limits in any case; intake ignores whichever comes second, so that both have to
 * be complete.
 */
function quotaOf({ account_id, limits, limits_version: version, suspended_at }: Account) {
  const counting = { ...limits, ...(suspended_at !== undefined && noUrls) }
  const { urls_per_day, urls_per_month, hook_requests_per_minute } = counting
  const quota = {
    ...(urls_per_day !== undefined && { urls_per_day }),
    ...(urls_per_month !== undefined && { urls_per_month }),
    ...(hook_requests_per_minute !== undefined && { hook_requests_per_minute }),
  }
  return { account_id, limits: { ...quota, version } }
}

export const accountPlan: Command = {
  name: 'account plan',
  summary: 'Puts an account on another plan; it counts from the next request on.',
  options: {
    email: ownEmail,
    plan: { placeholder: 'P', description: 'free, pro or unlimited', required: true },
  },
  async run(given, { accounts, quotas }) {
    const change = { email: requiredOption(given, 'email'), plan: requiredOption(given, 'plan') }
    const account = await accounts.changePlan(change)
    await quotas.setLimits(quotaOf(account))
    const { account_id, email, plan, limits } = account
    const { urls_per_day, urls_per_month, calls_per_minute } = limits ?? {}
    const json = {
      account_id,
      email,
      plan,
      limits: {
        urls_per_day: urls_per_day ?? null,
        urls_per_month: urls_per_month ?? null,
        calls_per_minute: calls_per_minute ?? null,
      },
    }
    const shown = (limit: number | undefined) => limit ?? 'unlimited'
    const urls = `${shown(urls_per_day)} URLs a day, ${shown(urls_per_month)} a month`
    return { json, lines: [`${email} is on ${plan}: ${urls}, ${shown(calls_per_minute)} API calls a minute.`] }
  },
}

export const accountDisable: Command = {
  name: 'account disable',
  alias: 'account suspend',
  summary: 'Refuses an account’s API keys, password, sessions and webhook until it is enabled; nothing is deleted.',
  options: { email: ownEmail },
  async run(given, { accounts, quotas }) {
    const account = await accounts.suspendAccount({ email: requiredOption(given, 'email') })
    await quotas.setLimits(quotaOf(account))
    return { json: accountJson(account), lines: [accountLine(account)] }
  },
}

export const accountEnable: Command = {
  name: 'account enable',
  alias: 'account resume',
  summary: 'Lets a disabled account go on as before.',
  options: { email: ownEmail },
  async run(given, { accounts, quotas }) {
    const account = await accounts.resumeAccount({ email: requiredOption(given, 'email') })
    await quotas.setLimits(quotaOf(account))
    return { json: accountJson(account), lines: [accountLine(account)] }
  },
}

export const accountDelete: Command = {
  name: 'account delete',
  summary: 'Deletes an account with its keys, projects, reports, webhooks and deliveries. This cannot be undone.',
  options: {
    email: ownEmail,
    confirm: { placeholder: 'E', description: 'the same address again', required: true },
  },
  async run(given, { accounts, quotas }) {
    const email = requiredOption(given, 'email')
    if (requiredOption(given, 'confirm') !== email)
      throw new UsageError('Nothing was deleted: --confirm is not the address of --email.')
    const { account, projects } = await accounts.deleteAccount({ email })
    if (account === null) throw new Error('The project service answered without the account.')
    await quotas.setLimits(quotaOf(account))
    const line = `${account.email} is deleted, with ${projects} ${projects === 1 ? 'project' : 'projects'}.`
    return { json: { ...accountJson(account), deleted_projects: projects }, lines: [line] }
  },
}
