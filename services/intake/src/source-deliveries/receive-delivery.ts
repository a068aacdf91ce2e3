import { currentTraceparent } from '@pagebell/runtime/trace'
import type { Seal } from '@pagebell/tokens/seal'
import { quotaRefusals, urlsJudged } from '../metrics.ts'
import type { ChannelFinder } from '../project-channels/channel-finder.ts'
import { exhaustedPeriod, type Quota } from '../quotas/quota-use.ts'
import { openSecrets } from '../source-settings/source-secrets.ts'
import { isAuthentic, readRequest, type SourceResult } from '../sources/read-request.ts'
import type { Source } from '../sources/source.ts'
import type { SourceRequest } from '../sources/source-request.ts'
import { toVerdicts, type Verdict } from '../submissions/judge-urls.ts'
import { outboxFull } from '../submissions/refusals.ts'
import { type SubmissionAnswer, toAnswer } from '../submissions/submit-urls.ts'
import { lookupWithTimeout } from '../time-limit.ts'
import type { CommittedPart, DeliveryCommit } from './commit-together.ts'
import type { CommitDelivery } from './delivery-queue.ts'
import { readWithMemory } from './read-with-memory.ts'
import { kindOf, type ReceivingSource, toOwner } from './receiving-source.ts'
import type { RequestScan } from './scan-requests.ts'

/** What every answer to an authentic delivery says. */
export type DeliveryVerdict = {
  verdict: Exclude<SourceResult['verdict'], 'unauthorized'> | 'waiting' | 'waiting_full'
  event: string | null
  reason: string | null
  missing: string[]
}

type Submitted = SubmissionAnswer &
  DeliveryVerdict & { results: (Verdict & { action: string })[]; batches: { action: string; batch_id: string }[] }

export type Received =
  | { kind: 'unauthorized' }
  | { kind: 'answered'; answer: DeliveryVerdict }
  | { kind: 'submitted'; answer: Submitted; quota: Quota; at: number }

export type ReceiveTools = {
  seal: Seal
  kinds: ReadonlyMap<string, Source>
  findChannels: ChannelFinder['find']
  commit: CommitDelivery
  outboxIsFull: () => boolean
  requestScan: RequestScan
  windowMs: number
}

const repeatedReason = 'this delivery was received before'

/** Authenticates a delivery over its raw body, reads it by the rules of its source, and submits what results. */
export async function receiveDelivery(
  source: ReceivingSource,
  tokenHash: Buffer,
  request: SourceRequest,
  timeoutMs: number,
  tools: ReceiveTools,
): Promise<Received> {
  const began = performance.now()
  const msLeft = () => timeoutMs - (performance.now() - began)
  const kind = kindOf(source, tools.kinds)
  if (!isAuthentic(kind, request, openSecrets(tools.seal, source), new Date())) return { kind: 'unauthorized' }

  const context = { project: source.project, rules: source.rules ?? kind.rules }
  let asksForId = false
  const noteId = (): undefined => {
    asksForId = true
  }
  const result = readRequest(kind, request, { ...context, urlOfId: noteId })
  // What is remembered may make URLs of a delivery that has none itself.
  if (result.verdict !== 'urls' && !asksForId) return withoutUrls(result, source, tools)

  const { outboxIsFull } = tools
  if (outboxIsFull()) throw outboxFull()
  const { channels, preflight } = await lookupWithTimeout(tools.findChannels(toOwner(source), undefined), msLeft())
  const read: DeliveryCommit['read'] = (q) => readWithMemory(q, source, kind, request, context)
  const traceparent = currentTraceparent()
  const outcome = await tools.commit({ source, tokenHash, channels, preflight, read, traceparent }, msLeft())
  if (outcome.kind === 'repeated') {
    return { kind: 'answered', answer: { ...toVerdict(outcome.result), verdict: 'ignored', reason: repeatedReason } }
  }
  if (outcome.parts.length === 0) return withoutUrls(outcome.result, source, tools)
  if (outcome.kind === 'refused') return { kind: 'answered', answer: refuse(outcome) }
  return submitted(outcome, channels, tools)
}

async function withoutUrls(result: SourceResult, source: ReceivingSource, tools: ReceiveTools): Promise<Received> {
  if (result.verdict === 'scan') await tools.requestScan(source)
  return { kind: 'answered', answer: toVerdict(result) }
}

const toVerdict = ({ verdict, event, reason, missing }: SourceResult): DeliveryVerdict => {
  if (verdict === 'unauthorized') throw new Error('A delivery was read before it was authenticated.')
  return { verdict, event, reason, missing }
}

type Parts = { result: SourceResult; parts: CommittedPart[] }

/** Why the part was refused: nothing of the delivery is kept. */
function refuse({ result, parts }: Parts): DeliveryVerdict {
  const [part] = parts
  const answer = toVerdict(result)
  if (part === undefined) throw new Error('A delivery was refused without its reason.')
  const { outcome } = part
  if (outcome.outcome === 'nothing')
    return { ...answer, verdict: 'ignored', reason: 'none of the URLs can be submitted' }
  if (outcome.outcome !== 'waiting_full') throw new Error(`The database answered ${outcome.outcome} to a delivery.`)
  const { needed, waiting, max_waiting } = outcome
  quotaRefusals.add(1, { 'pagebell.period': exhaustedPeriod(outcome, needed) })
  const reason = `over the quota, and ${waiting} of at most ${max_waiting} URLs of the project wait already`
  return { ...answer, verdict: 'waiting_full', reason }
}

function submitted({ result, parts }: Parts, channels: string[], { windowMs }: ReceiveTools): Received {
  const judged = parts.map(({ commit, sent, judged: of, outcome }) => {
    const { outcome: fresh } = outcome
    if (fresh !== 'accepted' && fresh !== 'waiting') throw new Error(`A delivery was committed as ${fresh}.`)
    const chargedAt: (number | undefined)[] = []
    for (const [position, moment] of outcome.seen) chargedAt[position] = moment
    const verdicts = toVerdicts(sent, of, { chargedAt, at: outcome.at, channels, windowMs, fresh })
    const results = verdicts.map((verdict) => ({ ...verdict, action: commit.action }))
    return { action: commit.action, outcome, results }
  })
  const last = judged.at(-1)
  if (last === undefined) throw new Error('A delivery was committed without URLs.')
  const results = judged.flatMap((part) => part.results)
  for (const [verdict, urls] of Map.groupBy(results, (one) => one.verdict)) {
    urlsJudged.add(urls.length, { 'pagebell.verdict': verdict })
  }
  const batches = judged.flatMap(({ action, outcome }) =>
    outcome.outcome === 'waiting' || outcome.batch_id === undefined ? [] : [{ action, batch_id: outcome.batch_id }],
  )
  const { day, month, at } = last.outcome
  const [first] = batches
  const waits = judged.some(({ outcome }) => outcome.outcome === 'waiting')
  const answer = {
    ...toAnswer({ day, month, ...(first && { batch_id: first.batch_id }) }, results),
    ...toVerdict(result),
    ...(waits && { verdict: 'waiting' as const }),
    results,
    batches,
  }
  return { kind: 'submitted', answer, quota: last.outcome, at }
}
