import { fault } from '@pagebell/faults/fault'
import { maxLiveKeys, type PlanLimits, type PlanName, planNames, plans } from './plans.ts'

/** Throws fault invalid on `plan`, naming the plans there are. */
export function checkPlan(plan: string): PlanName {
  const known = planNames.find((name) => name === plan)
  if (known !== undefined) return known
  throw fault('invalid', 'There is no such plan.', { errors: { plan: [`Use one of ${planNames.join(', ')}.`] } })
}

/** The limits of an account's plan. A plan that was taken out of plans.ts while accounts are on it is a mistake of the operator's. */
export function limitsOf(plan: string): PlanLimits {
  const known = planNames.find((name) => name === plan)
  if (known !== undefined) return plans[known]
  throw new Error(`An account is on the plan ${JSON.stringify(plan)}, which plans.ts does not have.`)
}

/** As the contract has it: what is unlimited is absent. */
export function limitsReply(plan: string) {
  const { projects, reports, analysesPerMinute, analysesPerDay } = limitsOf(plan)
  return {
    ...callerLimits(plan),
    api_keys: maxLiveKeys,
    ...(projects !== null && { projects }),
    ...(reports !== null && { reports }),
    ...(analysesPerMinute !== null && { analyses_per_minute: analysesPerMinute }),
    ...(analysesPerDay !== null && { analyses_per_day: analysesPerDay }),
  }
}

/** The limits that gateways and intake keep to. */
export function callerLimits(plan: string) {
  const { urlsPerDay, urlsPerMonth, callsPerMinute, hookRequestsPerMinute } = limitsOf(plan)
  return {
    ...(urlsPerDay !== null && { urls_per_day: urlsPerDay }),
    ...(urlsPerMonth !== null && { urls_per_month: urlsPerMonth }),
    ...(callsPerMinute !== null && { calls_per_minute: callsPerMinute }),
    ...(hookRequestsPerMinute !== null && { hook_requests_per_minute: hookRequestsPerMinute }),
  }
}
