import { fault } from '@pagebell/faults/fault'
import type {
  PutScheduleRequest__Output as PutRequest,
  Schedule__Output as Schedule,
} from '@pagebell/protos/report/v1/schedules'
import { Schedules } from '@pagebell/rpc/contracts'
import { fakeService } from './fake-service.ts'

/** The schedules of the report service, kept in memory. */
export function fakeSchedules() {
  const kept = new Map<string, Schedule>()
  const put: PutRequest[] = []
  const keyOf = ({ account_id, project_id }: { account_id: string; project_id: string }) =>
    `${account_id} ${project_id}`

  function found(asked: { account_id: string; project_id: string }): Schedule {
    const schedule = kept.get(keyOf(asked))
    if (schedule === undefined) throw fault('not_found', 'The project has no schedule.')
    return schedule
  }

  const service = fakeService(Schedules, {
    async putSchedule(request) {
      put.push(request)
      const { settings, is_owner } = request
      if ((settings?.selection?.max_pages ?? 0) > 200 && !is_owner) {
        const refusal = { code: 'ownership_not_proven', details: { limit: 200 } }
        throw fault('conflict', 'The owner is not known.', refusal)
      }
      const times = { created_at: '2026-11-21T10:00:00.000Z', next_at: '2026-11-30T02:00:00.000Z' }
      const last = { at: times.created_at, outcome: 'refused', code: 'site_report_running', message: 'It is running.' }
      const schedule = { ...times, settings, last: { ...last, reports: [], refused: 0 } }
      kept.set(keyOf(request), schedule)
      return schedule
    },
    getSchedule: async (asked) => found(asked),
    async deleteSchedule(asked) {
      found(asked)
      kept.delete(keyOf(asked))
      return {}
    },
  })
  return { service, put }
}
