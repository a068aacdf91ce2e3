import { accountJson, accountLine } from '../account-output.ts'
import { type Command, requiredOption } from '../command.ts'

export const accountDisable: Command = {
  name: 'account disable',
  alias: 'account suspend',
  summary: 'Refuses an account’s API keys, password, sessions and webhook until it is enabled; nothing is deleted.',
  options: { email: { placeholder: 'E', description: 'its e-mail address', required: true } },
  async run(given, { accounts, quotas }) {
    const account = await accounts.suspendAccount({ email: requiredOption(given, 'email') })
    // The message plan.changed brings this to intake in any case; the call makes it count at once.
    const limits = { urls_per_day: 0, urls_per_month: 0, version: account.limits_version }
    await quotas.setLimits({ account_id: account.account_id, limits })
    return { json: accountJson(account), lines: [accountLine(account)] }
  },
}
