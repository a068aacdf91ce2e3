import type { Database } from '@pagebell/postgres/database'
import { runs, runsAge } from '@pagebell/runtime/metrics'
import { measureRuns, type RunState } from './queries/measure-runs.ts'

const countedAtMost = 100_000

/** Shows how many runs have not ended, and how old the oldest of each state is. */
export function watchRuns(db: Database): Disposable {
  const measure = async (): Promise<RunState[]> => (await db.query<RunState>(measureRuns(countedAtMost))).rows
  const labels = ({ state }: RunState) => ({ 'pagebell.run.state': state })
  const watching = new DisposableStack()
  watching.use(runs.read(async () => (await measure()).map((one) => ({ value: one.runs, labels: labels(one) }))))
  watching.use(
    runsAge.read(async () => (await measure()).map((one) => ({ value: one.oldest_seconds, labels: labels(one) }))),
  )
  return watching
}
