import { fault } from '@pagebell/faults/fault'
import type { Period__Output as Period } from '@pagebell/protos/intake/v1/intake'
import { Type } from '@pagebell/schema/type'
import { callerOf } from '../auth/caller.ts'
import { toWaitingJson, waitingJson } from '../hooks/waiting-json.ts'
import { one, problems } from '../http/answers.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { integerOrNull, named, time } from '../http/schemas.ts'

const quotaUse = named(
  'QuotaUse',
  Type.Object(
    {
      limit: integerOrNull({ description: 'null is unlimited.' }),
      used: Type.Integer(),
      given_back: Type.Integer({ description: 'URLs that were charged and not sent; used does not count them.' }),
      remaining: integerOrNull(),
      resets_at: time('When it counts from zero again.'),
    },
    { description: 'Accepted URLs of a period.' },
  ),
)

const accountJson = named(
  'Account',
  Type.Object(
    {
      account_id: Type.String(),
      email: Type.String(),
      plan: Type.String(),
      quota: Type.Object({ day: quotaUse, month: quotaUse }, { description: 'Accepted URLs.' }),
      waiting: waitingJson,
      api_rate: Type.Object(
        { limit: integerOrNull(), window_seconds: Type.Integer() },
        { description: 'API calls of the account, with all of its keys.' },
      ),
      limits: Type.Object(
        {
          api_keys: integerOrNull({ description: 'Keys that are neither revoked nor expired.' }),
          projects: integerOrNull({ description: 'Projects at a time.' }),
          reports: integerOrNull({ description: 'Reports at a time.' }),
          analyses_per_minute: integerOrNull({ description: 'New reports, and reports analyzed again.' }),
          analyses_per_day: integerOrNull({ description: 'The same in a UTC day.' }),
          site_pages: integerOrNull({ description: 'Pages of a site report.' }),
        },
        { description: 'What the account may have and ask for; null is unlimited.' },
      ),
    },
    { description: 'Plan, quota and limits of the account.' },
  ),
)

const getAccount: Route = (app, { clients }) => {
  const schema = {
    operationId: 'getAccount',
    summary: 'Plan, quota and API rate of the account',
    response: { 200: one(accountJson), ...problems() },
  }

  app.get('/account', { schema }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const [account, usage] = await Promise.all([
      clients.accounts.getAccount({ account_id }),
      clients.quotas.getUsage({ account_id }),
    ])
    const { urls_per_day, urls_per_month, calls_per_minute, ...accountLimits } = account.limits ?? {}
    const quota = { day: quotaOf(usage.day, urls_per_day), month: quotaOf(usage.month, urls_per_month) }
    const api_rate = { limit: calls_per_minute ?? null, window_seconds: 60 }
    const limits = {
      api_keys: accountLimits.api_keys ?? null,
      projects: accountLimits.projects ?? null,
      reports: accountLimits.reports ?? null,
      analyses_per_minute: accountLimits.analyses_per_minute ?? null,
      analyses_per_day: accountLimits.analyses_per_day ?? null,
      site_pages: accountLimits.site_pages ?? null,
    }
    const { email, plan } = account
    const waiting = toWaitingJson(usage.waiting)
    return { data: { account_id, email, plan, quota, waiting, api_rate, limits }, status: 200 as const }
  })
}

/** The limit is that of the plan: intake, which counts the use, may not know a new account yet. */
function quotaOf(used: Period | null | undefined, limit: number | undefined) {
  if (used === null || used === undefined) throw fault('internal', 'intake answered a usage without a period')
  const remaining = limit === undefined ? null : Math.max(0, limit - used.used)
  return { limit: limit ?? null, used: used.used, given_back: used.given_back, remaining, resets_at: used.resets_at }
}

export default { tag: 'account', routes: [getAccount] } satisfies RoutesFile
