import type { Queryable } from '@pagebell/postgres/database'
import { decideEvent, restOf } from './decide-event.ts'
import { jitter } from './decide-fate.ts'
import { insist } from './insist.ts'
import type { Judgement } from './judge-answer.ts'
import { type Disabled, disableEndpoint } from './queries/disable-endpoint.ts'
import { dropEvents } from './queries/drop-events.ts'
import { freeEndpoint } from './queries/free-endpoint.ts'
import { type EndpointNow, noteAnswer } from './queries/note-answer.ts'
import { type Attempt, recordAttempt } from './queries/record-attempt.ts'
import type { EventTools, Sending } from './send-events.ts'

/** Writes down what an answer means, for the event and for its endpoint. Answers what became of the event. */
export async function recordAnswer(
  { db, schedule, stopping }: Pick<EventTools, 'db' | 'schedule' | 'stopping'>,
  sending: Sending,
  attempt: Attempt,
  judgement: Judgement,
): Promise<string> {
  const fate = decideEvent(sending, judgement, schedule, jitter())
  const write = async (q: Queryable): Promise<string> => {
    const { rows } = await q.query<EndpointNow>(noteAnswer(sending, judgement.reason !== undefined))
    const [now] = rows
    // Disabled, deleted or another copy's meanwhile: what is written there counts.
    if (now === undefined) return 'another’s'
    await q.query(recordAttempt(sending.account_id, sending.event_id, attempt, fate))
    const disabled = whyDisable(now, attempt, judgement, schedule.giveUp)
    if (disabled === undefined) await q.query(freeEndpoint(sending, restOf(now.failures, schedule)))
    else await disable(q, sending, disabled)
    return disabled === undefined ? fate.status : disabled.reason
  }
  return insist(() => db.transaction(write), stopping)
}

function whyDisable(now: EndpointNow, attempt: Attempt, { gone }: Judgement, giveUpMs: number): Disabled | undefined {
  if (gone) return { reason: 'gone', note: 'The receiver answered 410: it wants nothing any more.' }
  if (attempt.reason === null || now.failing_ms < giveUpMs) return undefined
  const note = `Nothing but failures since ${now.failing_since}; the last one: ${attempt.reason}.`
  return { reason: 'failing', note }
}

/** What waits is dropped, so that enabling it again does not begin with a flood. */
export async function disable(
  q: Queryable,
  { account_id, project_id }: { account_id: string; project_id: string },
  disabled: Disabled,
): Promise<void> {
  await q.query(disableEndpoint(account_id, project_id, disabled))
  await q.query(dropEvents(account_id, project_id))
}
