import { accountJson } from '../account-output.ts'
import { type Command, requiredOption, UsageError } from '../command.ts'

export const accountDelete: Command = {
  name: 'account delete',
  summary: 'Deletes an account with its keys, projects, reports, webhooks and deliveries. This cannot be undone.',
  options: {
    email: { placeholder: 'E', description: 'its e-mail address', required: true },
    confirm: { placeholder: 'E', description: 'the same address again', required: true },
  },
  async run(given, { accounts, quotas }) {
    const email = requiredOption(given, 'email')
    if (requiredOption(given, 'confirm') !== email)
      throw new UsageError('Nothing was deleted: --confirm is not the address of --email.')
    const { account, projects } = await accounts.deleteAccount({ email })
    if (account === null) throw new Error('The project service answered without the account.')
    // Messages bring this to the other services in any case; the call makes its webhooks refuse at once.
    const limits = { urls_per_day: 0, urls_per_month: 0, version: account.limits_version }
    await quotas.setLimits({ account_id: account.account_id, limits })
    const line = `${account.email} is deleted, with ${projects} ${projects === 1 ? 'project' : 'projects'}.`
    return { json: { ...accountJson(account), deleted_projects: projects }, lines: [line] }
  },
}
