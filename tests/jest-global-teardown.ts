import { cleanUpRun } from '@pagebell/testing/clean-up-run'
import { findLeftBehind } from '@pagebell/testing/find-left-behind'
import { untilNone } from '@pagebell/testing/until'
import { failUnlessOver } from './fail-unless-over.ts'
import { kept } from './until-teardown.ts'

/** Leaves the servers as they were found, stops those started for the run, and fails a run whose tests left something. */
export default async function tearDown(): Promise<void> {
  try {
    // What is ending at this moment is not left behind.
    const left = await untilNone(findLeftBehind, 5_000)
    await cleanUpRun()
    if (left.length > 0) throw new Error(`The tests have left behind:\n  ${left.join('\n  ')}`)
  } finally {
    await kept()?.stop()
    failUnlessOver(10_000)
  }
}
