import type { TokenOwner } from '../hooks/hook.ts'
import type { StoredSource } from '../source-settings/stored-source.ts'
import type { Source } from '../sources/source.ts'

/** A source with a token that is accepted at this moment, and the limit of its account's plan. */
export type ReceivingSource = StoredSource & { requests_per_minute: number | null }

/** Whom the token of a source belongs to. */
export const toOwner = ({ account_id, project_id, project, requests_per_minute }: ReceivingSource): TokenOwner => ({
  accountId: account_id,
  projectId: project_id,
  project,
  requestsPerMinute: requests_per_minute,
})

/** A source says when it was last used to a minute, so that a busy one is not written for each call. */
const usedTtlMs = 60_000

export const isUsedRecently = ({ last_used_at }: Pick<StoredSource, 'last_used_at'>): boolean =>
  last_used_at !== null && Date.now() - Date.parse(last_used_at) < usedTtlMs

/** The kind of a source. Kinds are never removed, so that a stored one is always known. */
export function kindOf({ kind }: { kind: string }, kinds: ReadonlyMap<string, Source>): Source {
  const found = kinds.get(kind)
  if (found === undefined) throw new Error(`A source is of the kind ${kind}, which this version does not know.`)
  return found
}
