import type { Clients } from './clients.ts'

/** The limits of an account's plan as intake wants them beside a new token. */
export async function accountLimits({ accounts }: Pick<Clients, 'accounts'>, account_id: string) {
  const { limits, limits_version } = await accounts.getAccount({ account_id })
  const { calls_per_minute: _calls, ...others } = limits ?? {}
  return { ...others, version: limits_version }
}
