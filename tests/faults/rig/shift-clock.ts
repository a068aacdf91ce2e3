import pg from 'pg'

/** How far the clock of the ledger is ahead of the real one, in milliseconds. */
export type ClockShift = { shiftMs: number; midnightAt: number }

/**
 * Sets the ledger's one clock so that a day ends so many seconds from now. intake reads it by the function pagebell_now(),
 * which belongs to the database: the rig replaces it in its own, so that no service holds a line for this.
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
