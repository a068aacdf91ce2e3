import { cleanUpRun } from '@pagebell/testing/clean-up-run'
import { kept } from './until-teardown.ts'

/** Leaves the servers as they were found: nothing of this run stays in them, and those started for it are stopped. */
export default async function tearDown(): Promise<void> {
  try {
    await cleanUpRun()
  } finally {
    await kept()?.stop()
  }
}
