import { fault } from '@pagebell/faults/fault'
import { type Static, Type } from '@pagebell/schema/type'
import { type comparisonJson, type runJson, toComparisonJson } from '../reports/run-json.ts'
import { defineTool } from './tool.ts'
import { untrusted } from './untrusted.ts'

/** Of each list of checks. */
const maxChecks = 25

const id = (description: string) => Type.String({ format: 'uuid', description })

export const compareRuns = defineTool({
  name: 'compare_runs',
  title: 'Compare two runs of a report',
  description:
    'Shows what differs between two analyses of the same page, check by check: what got worse or better, which checks are new or gone, and which values changed. Without run, the newest finished one; without with, the finished one before it. Changes nothing.',
  scope: 'reports:read',
  isReadOnly: true,
  input: Type.Object(
    {
      report: id('Id of the report: "report" in an answer of rate_page.'),
      run: Type.Optional(id('The run to look at; the newest finished one if left out.')),
      with: Type.Optional(id('The run to compare it with; the finished one before it if left out.')),
    },
    { additionalProperties: false },
  ),

  async run({ report, run, with: other }, { caller, clients }) {
    const { accountId: account_id } = caller
    const run_id = run ?? (await findNewestDone())
    const asked = { account_id, id: report, run_id, ...(other !== undefined && { with_run_id: other }) }
    const { run: newer, with: older, checks } = toComparisonJson(await clients.reports.compareRuns(asked))
    const { worse, better, new: added, gone, changed, values = [] } = checks
    const lists = { worse, better, new: added, gone, changed, values }
    return {
      report,
      run: toRun(newer),
      with: toRun(older),
      checks: Object.fromEntries(
        Object.entries(lists).map(([name, list]) => [name, list.slice(0, maxChecks).map(toDifference)]),
      ),
      checks_left_out: Object.values(lists).reduce((sum, { length }) => sum + Math.max(0, length - maxChecks), 0),
    }

    async function findNewestDone(): Promise<string> {
      const { runs } = await clients.reports.listRuns({ account_id, id: report })
      const newest = runs.find(({ status }) => status === 'done')
      if (newest === undefined) throw fault('conflict', 'This report has no finished run.', { code: 'no_run' })
      return newest.run_id
    }
  },
})

const toRun = ({ id: run, status, score, result, finished_at, ruleset }: Static<typeof runJson>) => ({
  run,
  status,
  score,
  result,
  finished_at,
  ruleset,
})

type Difference = Static<typeof comparisonJson>['checks']['worse'][number]

function toDifference({ check, from, to }: Difference) {
  const side = (result: Difference['from']) => result && { status: result.status, points: result.points }
  const texts = (result: Difference['from']) =>
    result && { message: result.message, value: result.value, evidence: result.evidence }
  return { check, from: side(from), to: side(to), ...untrusted({ from: texts(from), to: texts(to) }) }
}
