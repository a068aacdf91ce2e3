import { fault } from '@pagebell/faults/fault'

/** What a key may be allowed to do. */
export const scopes = ['reports:read', 'reports:write', 'projects:read', 'projects:write', 'hooks:write'] as const

/** The scopes asked for, each once. Throws fault invalid on `scopes` for none or an unknown one. */
export function checkScopes(asked: readonly string[]): string[] {
  const known = scopes.filter((scope) => asked.includes(scope))
  const allKnown = asked.every((scope) => scopes.some((one) => one === scope))
  if (known.length > 0 && allKnown) return known
  throw fault('invalid', 'These scopes cannot be given.', {
    errors: { scopes: [`Use one or more of ${scopes.join(', ')}.`] },
  })
}
