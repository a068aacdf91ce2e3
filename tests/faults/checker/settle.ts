import type { Batch, Evidence, Submit } from './read-evidence.ts'

/** One URL that was taken in, and charged. */
export type Acceptance = {
  account: string
  project: string
  action: string
  url: string
  batchId: string
  /** Before that nobody can have known of it. */
  sentAt: number
  /** When its sender was told, if ever. */
  toldAt: number | undefined
}

/** What became of each request, as far as the histories and the dump together can tell. */
export type Settled = Evidence & {
  acceptances: Acceptance[]
  /** Requests answered 202, by their batch; an Idempotency-Key makes several of one. */
  claims: Map<string, Submit[]>
  /** Requests without a certain answer, by the batch that they turn out to have made. */
  late: Map<string, Submit>
  batchById: Map<string, Batch>
}

/** True for an answer that leaves open whether the request counted. */
export const isUnsure = ({ status, outcome }: Submit): boolean =>
  status === undefined || (status === 503 && outcome !== 'none')

/** URLs that the answer calls accepted. */
export const acceptedUrls = ({ urls, verdicts }: Submit): string[] =>
  urls.filter((_, index) => verdicts[index] === 'accepted')

export function settle(evidence: Evidence): Settled {
  const taken = evidence.submits.filter(({ status, dryRun }) => status === 202 && !dryRun)
  const claims = Map.groupBy(taken, ({ batchId }) => batchId ?? '')
  const batchById = new Map(evidence.batches.map((batch) => [batch.id, batch]))
  const late = matchLate(evidence, claims)

  const unanswered = Map.groupBy(evidence.submits.filter(isUnsure), keyed)

  const told = [...claims].flatMap(([batchId, submits]) => {
    // With an Idempotency-Key the first that was sent may have made the batch, and a later one been told of it.
    const tries = submits.flatMap((one) => (one.key === undefined ? [] : (unanswered.get(keyed(one)) ?? [])))
    const sentAt = Math.min(...[...submits, ...tries].map((one) => one.sentAt))
    const toldAt = Math.min(...submits.map((one) => one.overAt))
    const [first] = submits
    return first === undefined
      ? []
      : acceptedUrls(first).map((url) => ({ ...about(first, batchId), url, sentAt, toldAt }))
  })
  const untold = [...late].flatMap(([batchId, submit]) =>
    (batchById.get(batchId)?.urls ?? []).map((url) => ({
      ...about(submit, batchId),
      url,
      sentAt: submit.sentAt,
      toldAt: undefined,
    })),
  )
  return { ...evidence, acceptances: [...told, ...untold], claims, late, batchById }
}

const keyed = ({ account, project, key }: Submit): string => JSON.stringify([account, project, key])

const about = ({ account, project, action }: Submit, batchId: string) => ({ account, project, action, batchId })

/** A batch that no 202 speaks of must be that of a request whose answer was lost. */
function matchLate({ submits, batches }: Evidence, claims: Map<string, Submit[]>): Map<string, Submit> {
  const unsure = submits.filter((submit) => isUnsure(submit) && !submit.dryRun)
  const byUrl = new Map<string, Submit[]>()
  for (const submit of unsure) {
    for (const url of new Set(submit.urls)) byUrl.set(url, [...(byUrl.get(url) ?? []), submit])
  }
  const late = new Map<string, Submit>()
  const used = new Set<Submit>()
  for (const batch of batches) {
    const [first] = batch.urls
    if (first === undefined || claims.has(batch.id)) continue
    const submit = (byUrl.get(first) ?? []).find((one) => !used.has(one) && couldHaveMade(one, batch))
    if (submit === undefined) continue
    used.add(submit)
    late.set(batch.id, submit)
  }
  return late
}

function couldHaveMade(submit: Submit, batch: Batch): boolean {
  if (submit.account !== batch.account || submit.project !== batch.project || submit.action !== batch.action)
    return false
  const urls = new Set(submit.urls)
  return submit.sentAt <= batch.at + 5 && batch.urls.every((url) => urls.has(url))
}
