import { cleanUpRun } from '@pagebell/testing/clean-up-run'
import { findLeftBehind } from '@pagebell/testing/find-left-behind'
import { untilNone } from '@pagebell/testing/until'
import { failUnlessOver } from './fail-unless-over.ts'
import { kept } from './until-teardown.ts'

/** Stops the servers that were started for the run, and fails a run whose tests left data behind. */
export default async function tearDown(): Promise<void> {
  try {
    // Connections that are closing do not count.
    const left = await untilNone(findLeftBehind, 5_000)
    await cleanUpRun()
    if (left.length > 0) throw new Error(`The tests have left behind:\n  ${left.join('\n  ')}`)
  } finally {
    await kept()?.stop()
    failUnlessOver(10_000)
  }
}
