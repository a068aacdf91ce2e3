import type { Batch, Evidence, Submit } from './read-evidence.ts'

/** One URL that was accepted and charged. */
export type Acceptance = {
  account: string
  project: string
  action: string
  url: string
  batchId: string
  preflight: boolean
  /** The engine cannot receive it before this. */
  sentAt: number
  /** When the sender received the 202, if it did. */
  acknowledgedAt: number | undefined
}

/** The result of each request, from the histories and the dump. */
export type Settled = Evidence & {
  acceptances: Acceptance[]
  /** Requests answered 202, by batch; requests with the same Idempotency-Key share one. */
  claims: Map<string, Submit[]>
  /** Requests without a conclusive response, by the batch that they created. */
  late: Map<string, Submit>
  batchById: Map<string, Batch>
}

/** Whether the response leaves open if the request was accepted. */
export const isUnsure = ({ status, outcome }: Submit): boolean =>
  status === undefined || (status === 503 && outcome !== 'none')

/** URLs that the response reports as accepted. */
export const acceptedUrls = ({ urls, verdicts }: Submit): string[] =>
  urls.filter((_, index) => verdicts[index] === 'accepted')

export function settle(evidence: Evidence): Settled {
  const taken = evidence.submits.filter(({ status, dryRun }) => status === 202 && !dryRun)
  const claims = Map.groupBy(taken, ({ batchId }) => batchId ?? '')
  const batchById = new Map(evidence.batches.map((batch) => [batch.id, batch]))
  const late = matchLate(evidence, claims)

  const unanswered = Map.groupBy(evidence.submits.filter(isUnsure), keyed)

  const acknowledged = [...claims].flatMap(([batchId, submits]) => {
    // With an Idempotency-Key, an earlier request without a response may have created the batch.
    const tries = submits.flatMap((one) => (one.key === undefined ? [] : (unanswered.get(keyed(one)) ?? [])))
    const sentAt = Math.min(...[...submits, ...tries].map((one) => one.sentAt))
    const acknowledgedAt = Math.min(...submits.map((one) => one.overAt))
    const [first] = submits
    return first === undefined
      ? []
      : acceptedUrls(first).map((url) => ({ ...about(first, batchId), url, sentAt, acknowledgedAt }))
  })
  const unacknowledged = [...late].flatMap(([batchId, submit]) =>
    (batchById.get(batchId)?.urls ?? []).map((url) => ({
      ...about(submit, batchId),
      url,
      sentAt: submit.sentAt,
      acknowledgedAt: undefined,
    })),
  )
  return { ...evidence, acceptances: [...acknowledged, ...unacknowledged], claims, late, batchById }
}

const keyed = ({ account, project, key }: Submit): string => JSON.stringify([account, project, key])

const about = ({ account, project, action, preflight }: Submit, batchId: string) => {
  return { account, project, action, preflight, batchId }
}

/**
 * A batch without a 202 must belong to a request whose response was lost. Of several that could have made it the smallest
 * has, unless another batch can only be from that one.
 */
function matchLate({ submits, batches }: Evidence, claims: Map<string, Submit[]>): Map<string, Submit> {
  const unsure = submits.filter((submit) => isUnsure(submit) && !submit.dryRun)
  const byUrl = new Map<string, Submit[]>()
  for (const submit of unsure.sort((one, other) => one.urls.length - other.urls.length)) {
    for (const url of new Set(submit.urls)) byUrl.set(url, [...(byUrl.get(url) ?? []), submit])
  }
  const made = new Map<Submit, Batch>()
  /** False if no request is left for the batch, also if others change theirs. */
  const match = (batch: Batch, tried: Set<Submit>): boolean => {
    for (const submit of byUrl.get(batch.urls[0] ?? '') ?? []) {
      if (tried.has(submit) || !couldHaveMade(submit, batch)) continue
      tried.add(submit)
      const other = made.get(submit)
      if (other !== undefined && !match(other, tried)) continue
      made.set(submit, batch)
      return true
    }
    return false
  }
  for (const batch of batches) if (!claims.has(batch.id)) match(batch, new Set())
  return new Map([...made].map(([submit, batch]) => [batch.id, submit]))
}

function couldHaveMade(submit: Submit, batch: Batch): boolean {
  if (submit.account !== batch.account || submit.project !== batch.project || submit.action !== batch.action)
    return false
  const urls = new Set(submit.urls)
  return submit.sentAt <= batch.at + 5 && batch.urls.every((url) => urls.has(url))
}
