import type { Queryable } from '@pagebell/postgres/database'
import type { Commit, Outcome } from '../commit-group.ts'

const text = `select request, outcome from submit_group(
  $1::bytea[], $2::uuid[], $3::text[], $4::bytea[], $5::text[], $6::text[], $7::integer[], $8::integer[],
  $9::bytea, $10::text[], $11::integer[], $12::integer[], $13::boolean[], $14::text[], make_interval(secs => $15))`

/** Commits the requests of a group together; the outcomes are in the order of the requests. */
export async function submitGroup(q: Queryable, group: Commit[], windowSeconds: number): Promise<Outcome[]> {
  let start = 0
  const starts = group.map((one) => {
    start += one.urls.length
    return start - one.urls.length
  })
  const urls = group.flatMap((one) => one.urls)
  const { rows } = await q.query<{ request: number; outcome: Outcome }>({
    name: 'submit-group',
    text,
    values: [
      group.map((one) => one.tokenHash),
      group.map((one) => one.batchId),
      group.map((one) => one.key ?? null),
      group.map((one) => one.requestHash ?? null),
      group.map((one) => one.channel),
      group.map((one) => one.action),
      starts,
      group.map((one) => one.urls.length),
      Buffer.concat(urls.map((one) => one.hash)),
      urls.map((one) => one.url),
      group.map((one) => one.known),
      group.map((one) => one.rejected),
      group.map((one) => one.dryRun),
      group.map((one) => one.traceparent ?? null),
      windowSeconds,
    ],
  })
  const outcomes: Outcome[] = []
  for (const row of rows) outcomes[row.request - 1] = row.outcome
  return outcomes
}
