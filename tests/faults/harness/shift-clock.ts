import pg from 'pg'

/** How far the clock of the quota is ahead of the real one, in milliseconds. */
export type ClockShift = { shiftMs: number; midnightAt: number }

/**
 * Sets the clock of the quota so that a day ends `midnightInSeconds` from now. It replaces pagebell_now(), the database
 * function through which intake reads the time, so that no service needs code for this.
 */
export async function shiftClock(adminUrl: string, midnightInSeconds: number): Promise<ClockShift> {
  const now = Date.now()
  const midnightAt = now + midnightInSeconds * 1_000
  const day = 86_400_000
  const shiftMs = Math.ceil(midnightAt / day) * day - midnightAt
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create or replace function pagebell_now() returns timestamptz language sql volatile
    as 'select clock_timestamp() + interval ''${shiftMs} milliseconds'''`)
  await admin.end()
  return { shiftMs, midnightAt }
}
