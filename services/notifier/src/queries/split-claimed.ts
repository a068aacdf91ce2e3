import type { Statement } from '@pagebell/postgres/database'

type Split = { accountId: string; lease: string; parts: [string, string]; reason: string }

/** Makes two groups of what was refused together, due at once and never sent together again. */
export function splitClaimed(
  { accountId, lease, parts, reason }: Split,
  [first, second]: [string[], string[]],
): Statement {
  return {
    name: 'split-claimed',
    text: `
      update deliveries set part = case when id = any ($5::uuid[]) then $3::uuid else $4::uuid end,
        lease = null, next_at = clock_timestamp(), status = 'retrying', reason = $7
      where account_id = $1 and lease = $2 and id = any ($5::uuid[] || $6::uuid[])`,
    values: [accountId, lease, parts[0], parts[1], first, second, reason],
  }
}
