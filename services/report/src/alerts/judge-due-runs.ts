import { randomUUIDv7 } from 'node:crypto'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { overdueAlerts } from '../metrics.ts'
import { describeCertificate, describeFinding, type NewAlert, type Subject, subjectKey } from './alert.ts'
import { findDueProjects, lockSettings, measureDue, type ProjectKey, takeDue } from './alert-settings.sql.ts'
import { findOpenAlertsOf, openAlert, resolveAlerts, type StoredAlert } from './alerts.sql.ts'
import { judgedRuns, judgeRuns } from './judge-runs.ts'
import { findJudgedReport, findPageRuns, findSiteRuns, type RunWithCertificate } from './judged-runs.sql.ts'
import { type Rule, ruleKey } from './rule.ts'

const pollMs = 2_000
const projectsPerRound = 100
const runsPerTransaction = 100
/** Alerts that a project has at a time. */
export const maxAlerts = 1_000

type AlertTools = { db: Database; log: Log; now: () => Date }

/** Judges runs that have ended by the rules of their projects. Any number of copies may run. */
export function startJudging(tools: AlertTools): Repeated {
  const q = tools.db.acrossAccounts()
  const gauge = overdueAlerts.read(async () => [{ value: await measureDue(q), labels: {} }])
  const repeated = repeat(pollMs, (signal) => judgeDueRuns(tools, signal), tools.log, 'judging runs for alerts')
  return {
    ...repeated,
    async [Symbol.asyncDispose]() {
      gauge[Symbol.dispose]()
      await repeated[Symbol.asyncDispose]()
    },
  }
}

export async function judgeDueRuns({ db, log, now }: AlertTools, signal?: AbortSignal): Promise<void> {
  for (const { account_id, project_id } of await findDueProjects(db.acrossAccounts(), projectsPerRound)) {
    if (signal?.aborted === true) return
    const key = { accountId: account_id, projectId: project_id }
    try {
      await db.forAccount(account_id).transaction((q) => judgeProject(q, key, now()))
    } catch (error) {
      log.warn({ err: error, project_id }, 'the runs of a project will be judged again')
    }
  }
}

/** What is judged is what is stored now: a run that is judged twice, or together with a later one, changes nothing. */
async function judgeProject(q: Queryable, key: ProjectKey, now: Date): Promise<void> {
  const settings = await lockSettings(q, key)
  const due = new Set(await takeDue(q, key, runsPerTransaction))
  if (settings === undefined) return
  const { project, rules } = settings
  for (const id of due) {
    if (id === null) {
      for (const [host, runs] of await findSiteRuns(q, { ...key, project }, judgedRuns))
        await judgeSubject(q, key, { subject: { project, host }, rules, runs, now })
      continue
    }
    const report = await findJudgedReport(q, key, id)
    if (report === undefined) continue
    const runs = await findPageRuns(q, { accountId: key.accountId, reportId: id }, judgedRuns)
    await judgeSubject(q, key, { subject: { project, host: new URL(report.url).host, report }, rules, runs, now })
  }
}

type Judged = { subject: Subject; rules: readonly Rule[]; runs: readonly RunWithCertificate[]; now: Date }

async function judgeSubject(q: Queryable, key: ProjectKey, { subject, rules, runs, now }: Judged): Promise<void> {
  const [newest] = runs
  if (newest === undefined) return
  const open = await findOpenAlertsOf(q, key, subjectKey(subject))
  for (const rule of rules) {
    const ofRule = open.filter((one) => one.rule === ruleKey(rule))
    const { found, gone } = judge(rule, { subject, runs, newest, now, open: ofRule })
    for (const alert of found) await openAlert(q, key, alert, { id: randomUUIDv7(), now, max: maxAlerts })
    if (gone.length > 0)
      await resolveAlerts(q, key, { rule: ruleKey(rule), subject: subjectKey(subject), checks: gone, now })
  }
}

function judge(
  rule: Rule,
  {
    subject,
    runs,
    newest,
    now,
    open,
  }: Omit<Judged, 'rules'> & { newest: RunWithCertificate; open: readonly StoredAlert[] },
): { found: NewAlert[]; gone: string[] } {
  if (rule.when === 'certificate') {
    // The end of a certificate is a date, which needs no confirmation.
    const alert = describeCertificate(rule, subject, newest, now)
    return alert === undefined
      ? { found: [], gone: open.map(({ check_id }) => check_id) }
      : { found: [alert], gone: [] }
  }
  const opened = open.map(({ check_id, facts }) => ({ check: check_id, baseline: facts.baseline ?? null }))
  const { found, gone } = judgeRuns(rule, runs, opened)
  return { found: found.map((finding) => describeFinding(rule, subject, finding, newest)), gone }
}
