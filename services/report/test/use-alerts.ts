import { afterAll, beforeAll } from '@jest/globals'
import { alertDigested } from '@pagebell/messages/alert-digested'
import type { Body } from '@pagebell/messages/define-message'
import { connectDatabase, type Database } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { sendDueDigests } from '../src/alerts/digests.ts'
import { type RunningService, runService } from './running-service.ts'

export let running: RunningService
export let db: Database
const digests: Body<typeof alertDigested>[] = []

/** Starts the service, and takes the digests that it publishes. */
export function useAlerts(): void {
  beforeAll(async () => {
    running = await runService()
    db = connectDatabase({ url: running.databaseUrl, log: createLog('test', 'silent'), max: 8 })
    await running.broker.consume(alertDigested, 'notifier', async (body) => void digests.push(body))
  })
  afterAll(async () => {
    await db?.[Symbol.asyncDispose]()
    await running?.[Symbol.asyncDispose]()
  })
}

/** The clock of schedules and digests; far ahead of that of the service, which has nothing to do until then. */
export let clock = new Date('2031-03-01T00:00:00Z')
export function setClock(ms: number): void {
  clock = new Date(ms)
}
export const passTime = (ms: number): void => setClock(clock.getTime() + ms)
export const dayMs = 86_400_000

const nothing = { releaseNow() {}, flush() {} }
export const tools = () => ({
  db,
  runQueue: nothing,
  outbox: nothing,
  log: createLog('test', 'silent'),
  now: () => clock,
})

export function newPlace() {
  const project = `${crypto.randomUUID()}.example`
  return { account_id: crypto.randomUUID(), project_id: crypto.randomUUID(), project }
}
export type Place = ReturnType<typeof newPlace>

export const put = (place: Place, rules: object[], more: object = {}) =>
  running.alerts.putAlerts({ ...place, rules, at: '08:00', zone: 'UTC', ...more })
export const get = ({ account_id, project_id }: Place) => running.alerts.getAlerts({ account_id, project_id })
export const openOf = async (place: Place) =>
  (await get(place)).open.map(({ when, check }) => `${when} ${check ?? ''}`.trim())
export const digestsOf = ({ project_id }: Place) => digests.filter((digest) => digest.project_id === project_id)

/** Plans the digest of a project at the clock. */
export const dueNow = ({ project_id }: Place) =>
  running.sql.query('update alert_settings set next_digest_at = $2, last_digest_on = null where project_id = $1', [
    project_id,
    clock.toISOString(),
  ])

/** Sends the digest of a project, a day after the last one. */
export async function sendDigest(place: Place): Promise<void> {
  passTime(dayMs)
  await dueNow(place)
  await sendDueDigests(tools())
}
