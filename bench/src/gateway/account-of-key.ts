import { createHash } from 'node:crypto'

/** Finds the account of a Bearer key by its hash, as the gateway does with a cached key. */
export function accountFinder(key: string, accountId: string) {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')
  const accounts = new Map([[sha256(key), accountId]])
  return (authorization = ''): string | undefined => accounts.get(sha256(authorization.replace('Bearer ', '')))
}
