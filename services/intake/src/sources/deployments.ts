import type { Rule } from './rules/rule.ts'

/** Names of environments that are the public site if the user has named none. */
const productionNames = ['production', 'prod', 'live', 'github-pages']

export function namedEnvironments(rules: readonly Rule[]): string[] {
  return rules.flatMap(({ environment }) => (environment === undefined ? [] : [environment.toLowerCase()]))
}

/** Also `Production – my-app`, as Vercel names its deployments at GitHub. */
export function isProductionName(name: string): boolean {
  const lower = name.toLowerCase()
  return productionNames.includes(lower) || /^production[^a-z]/.test(lower)
}

export const isDefaultBranch = (branch: string | undefined, defaultBranch: string | undefined): boolean =>
  branch !== undefined && (defaultBranch === undefined ? ['main', 'master'].includes(branch) : branch === defaultBranch)
