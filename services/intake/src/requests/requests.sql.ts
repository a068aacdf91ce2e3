import { afterPosition, orderBy } from '@pagebell/lists/keyset'
import type { Queryable } from '@pagebell/postgres/database'
import { timeOf, type WebhookRequest } from './webhook-request.ts'

/** Between the names of fields, none of which has a control character. */
const between = '\n'

/** Writes calls of any accounts. A call that an earlier try has written, whose answer was lost, stays as it is. */
export async function insertRequests(q: Queryable, requests: WebhookRequest[]): Promise<void> {
  await q.query({
    name: 'insert-webhook-requests',
    text: `
      insert into webhook_request (account_id, project_id, received_at, request_id, requests, address, agent, status, code,
        message, fields, channel, action, dry_run, urls, accepted, duplicates, rejected, batch_id, source_id, verdict, event,
        missing)
      select account_id, project_id, to_timestamp(received_at / 1000.0), request_id, requests, address, agent, status, code,
        message, string_to_array(fields, E'\\n'), channel, action, dry_run, urls, accepted, duplicates, rejected, batch_id,
        source_id, verdict, event, string_to_array(missing, E'\\n')
      from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::uuid[], $5::integer[], $6::text[], $7::text[], $8::smallint[],
        $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::boolean[], $15::integer[], $16::integer[],
        $17::integer[], $18::integer[], $19::uuid[], $20::uuid[], $21::text[], $22::text[], $23::text[])
        as sent (account_id, project_id, received_at, request_id, requests, address, agent, status, code, message, fields,
          channel, action, dry_run, urls, accepted, duplicates, rejected, batch_id, source_id, verdict, event,
          missing)
      where not exists (
        select from closed_project c where c.account_id = sent.account_id and c.project_id = sent.project_id)
      on conflict do nothing`,
    values: [
      requests.map((one) => one.accountId),
      requests.map((one) => one.projectId),
      requests.map((one) => timeOf(one.requestId)),
      requests.map((one) => one.requestId),
      requests.map((one) => one.requests),
      requests.map((one) => one.address),
      requests.map((one) => one.agent),
      requests.map((one) => one.status),
      requests.map((one) => one.code),
      requests.map((one) => one.message),
      requests.map((one) => one.fields.join(between)),
      requests.map((one) => one.channel),
      requests.map((one) => one.action),
      requests.map((one) => one.dryRun),
      requests.map((one) => one.urls),
      requests.map((one) => one.accepted),
      requests.map((one) => one.duplicates),
      requests.map((one) => one.rejected),
      requests.map((one) => one.batchId),
      requests.map((one) => one.sourceId),
      requests.map((one) => one.verdict),
      requests.map((one) => one.event),
      requests.map((one) => one.missing?.join(between) ?? null),
    ],
  })
}

export type RequestRow = {
  request_id: string
  received_at: string
  requests: number
  address: string
  agent: string | null
  status: number
  code: string | null
  message: string | null
  fields: string[]
  channel: string | null
  action: string | null
  dry_run: boolean
  urls: number
  accepted: number
  duplicates: number
  rejected: number
  batch_id: string | null
  source_id: string | null
  verdict: string | null
  event: string | null
  missing: string[] | null
}

const columns = `request_id, received_at, requests, address, agent, status, code, message, fields, channel, action, dry_run,
  urls, accepted, duplicates, rejected, batch_id, source_id, verdict, event, missing`
const order = ['received_at', 'request_id']

type RequestFilter = {
  accountId: string
  projectId: string
  refused: boolean | undefined
  /** Of one source; undefined for those of all sources and of the webhook. */
  sourceId: string | undefined
}

/** A project's calls, newest first, after the position if there is one. */
export async function listRequests(
  q: Queryable,
  { accountId, projectId, refused, sourceId }: RequestFilter,
  after: [string, string] | undefined,
  limit: number,
): Promise<RequestRow[]> {
  const values: unknown[] = [accountId, projectId, limit]
  const ofOutcome = refused === undefined ? '' : `and refused = $${values.push(refused)}`
  const ofSource = sourceId === undefined ? '' : `and source_id = $${values.push(sourceId)}`
  const continued = after === undefined ? '' : `and ${afterPosition(order, 'desc', values.length + 1)}`
  const text = `select ${columns} from webhook_request
    where account_id = $1 and project_id = $2 ${ofOutcome} ${ofSource} ${continued} ${orderBy(order, 'desc')} limit $3`
  const { rows } = await q.query<RequestRow>({ text, values: [...values, ...(after ?? [])] })
  return rows
}

/** The newest call of each of these sources that had one. */
export async function listLastRequests(
  q: Queryable,
  { accountId, projectId }: { accountId: string; projectId: string },
  sourceIds: string[],
): Promise<RequestRow[]> {
  const { rows } = await q.query<RequestRow>({
    name: 'list-last-webhook-requests',
    text: `
      select newest.* from unnest($3::uuid[]) as source (id) cross join lateral (
        select ${columns} from webhook_request
        where account_id = $1 and project_id = $2 and source_id = source.id ${orderBy(order, 'desc')} limit 1) as newest`,
    values: [accountId, projectId, sourceIds],
  })
  return rows
}

/** One call of a project. */
export async function findRequest(
  q: Queryable,
  { accountId, projectId }: { accountId: string; projectId: string },
  requestId: string,
): Promise<RequestRow | undefined> {
  const { rows } = await q.query<RequestRow>({
    name: 'find-webhook-request',
    text: `select ${columns} from webhook_request
      where account_id = $1 and project_id = $2 and received_at = to_timestamp($3::bigint / 1000.0) and request_id = $4`,
    values: [accountId, projectId, timeOf(requestId), requestId],
  })
  return rows[0]
}
