import { type LocalTime, nextTime } from '../local-time.ts'
import type { ScheduleKey } from './schedules.sql.ts'

/** Schedules of one time are carried out within so many seconds, each project always in the same one. */
const spreadSeconds = 120

/** The next time after a moment, and when it is carried out. Times that have passed unnoticed are left out. */
export function planAfter(time: LocalTime, { projectId }: ScheduleKey, after: Date): { nextAt: Date; dueAt: Date } {
  const nextAt = nextTime(time, after)
  const seconds = Number.parseInt(projectId.slice(-8), 16) % spreadSeconds
  return { nextAt, dueAt: new Date(nextAt.getTime() + seconds * 1_000) }
}
