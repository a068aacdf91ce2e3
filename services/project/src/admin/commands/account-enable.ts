import { accountJson, accountLine } from '../account-output.ts'
import { type Command, requiredOption } from '../command.ts'

export const accountEnable: Command = {
  name: 'account enable',
  alias: 'account resume',
  summary: 'Lets a disabled account go on as before.',
  options: { email: { placeholder: 'E', description: 'its e-mail address', required: true } },
  async run(given, { accounts, quotas }) {
    const account = await accounts.resumeAccount({ email: requiredOption(given, 'email') })
    const { urls_per_day, urls_per_month, hook_requests_per_minute } = account.limits ?? {}
    // Intake keeps the first of this call and the message plan.changed, so both have to be complete.
    const quota = {
      ...(urls_per_day !== undefined && { urls_per_day }),
      ...(urls_per_month !== undefined && { urls_per_month }),
      ...(hook_requests_per_minute !== undefined && { hook_requests_per_minute }),
    }
    await quotas.setLimits({ account_id: account.account_id, limits: { ...quota, version: account.limits_version } })
    return { json: accountJson(account), lines: [accountLine(account)] }
  },
}
