import { type Command, requiredOption } from '../command.ts'

export const accountPlan: Command = {
  name: 'account plan',
  summary: 'Puts an account on another plan; it counts from the next request on.',
  options: {
    email: { placeholder: 'E', description: 'its e-mail address', required: true },
    plan: { placeholder: 'P', description: 'free, pro or unlimited', required: true },
  },
  async run(given, { accounts, quotas }) {
    const changed = { email: requiredOption(given, 'email'), plan: requiredOption(given, 'plan') }
    const { account_id, email, plan, limits, limits_version: version } = await accounts.changePlan(changed)
    const { urls_per_day, urls_per_month, calls_per_minute, hook_requests_per_minute } = limits ?? {}
    // The message plan.changed brings the limits to intake in any case; the call makes them count at once.
    const quota = {
      ...(urls_per_day !== undefined && { urls_per_day }),
      ...(urls_per_month !== undefined && { urls_per_month }),
      ...(hook_requests_per_minute !== undefined && { hook_requests_per_minute }),
    }
    await quotas.setLimits({ account_id, limits: { ...quota, version } })
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
    const told = (limit: number | undefined) => limit ?? 'unlimited'
    const line = `${email} is on ${plan}: ${told(urls_per_day)} URLs a day, ${told(urls_per_month)} a month, ${told(calls_per_minute)} API calls a minute.`
    return { json, lines: [line] }
  },
}
