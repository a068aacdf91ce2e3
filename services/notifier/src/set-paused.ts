import type { Transactions } from '@pagebell/postgres/database'
import { type Paused, pauseChannel } from './queries/pause-channel.ts'
import { releasePaused, resumeChannel } from './queries/resume-channel.ts'

const atOnce = 5_000

/**
 * Pauses a channel or lets it go on. What is on its way to the engine is not called back; what comes due while it is
 * paused is held, and due at once when it goes on.
 */
export async function setPaused(db: Transactions, place: Paused, isPaused: boolean): Promise<void> {
  if (isPaused) {
    await db.query(pauseChannel(place))
    return
  }
  await db.query(resumeChannel(place))
  let released: number
  do {
    released = (await db.query(releasePaused(place, atOnce))).rowCount
  } while (released > 0)
}
