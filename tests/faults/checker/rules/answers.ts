import type { Rule } from './rule.ts'

/** 404 for an old token, 429 over the quota, 503 while a dependency is down; 202 otherwise. */
const expected = [202, 404, 429, 503]

export const answers: Rule = {
  promise: 'a well-formed request gets a documented response, whatever fault is active',
  findBroken: ({ submits, accounts }) => {
    const unlimited = new Set([...accounts.values()].filter(({ plan }) => plan === 'unlimited').map(({ name }) => name))
    return submits.flatMap(({ id, status, dryRun, account }) => {
      if (status === undefined || (dryRun && status === 200)) return []
      if (!expected.includes(status)) return [`request ${id} was answered ${status}`]
      return status === 429 && unlimited.has(account) ? [`request ${id} of an unlimited plan was answered 429`] : []
    })
  },
}
