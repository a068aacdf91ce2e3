import type { Queryable } from '@pagebell/postgres/database'
import { type ReportRow, reportColumns } from '../reports/reports.sql.ts'

export type ScoreDay = { day: string; runs: number; scores: number }

/** The runs that were done on each day from then on, oldest first; days without any are missing. */
export async function findScoreDays(
  q: Queryable,
  accountId: string,
  projectId: string | undefined,
  from: string,
): Promise<ScoreDay[]> {
  const { rows } = await q.query<ScoreDay>({
    name: projectId === undefined ? 'find-score-days-of-account' : 'find-score-days',
    text: `
      select to_char(day, 'YYYY-MM-DD') as day, sum(runs)::integer as runs, sum(scores)::integer as scores from score_days
      where account_id = $1 and day >= $2::date ${projectId === undefined ? '' : 'and project_id = $3'}
      group by 1 order by 1`,
    values: projectId === undefined ? [accountId, from] : [accountId, from, projectId],
  })
  return rows
}

export type ProjectScore = {
  project_id: string
  runs: number
  scores: number
  runs_before: number
  scores_before: number
}

/** The runs of each of these projects since `from`, and those before it since `before`. */
export async function sumProjectScores(
  q: Queryable,
  accountId: string,
  projectIds: string[],
  { from, before }: { from: string; before: string },
): Promise<ProjectScore[]> {
  const sum = (column: string, condition: string) => `coalesce(sum(${column}) filter (where ${condition}), 0)::integer`
  const { rows } = await q.query<ProjectScore>({
    name: 'sum-project-scores',
    text: `
      select project_id, ${sum('runs', 'day >= $3::date')} as runs, ${sum('scores', 'day >= $3::date')} as scores,
        ${sum('runs', 'day < $3::date')} as runs_before, ${sum('scores', 'day < $3::date')} as scores_before
      from score_days where account_id = $1 and project_id = any ($2) and day >= $4::date group by project_id`,
    values: [accountId, projectIds, from, before],
  })
  return rows
}

export type WorsenedReport = ReportRow & { score_before: number }

/** Reports whose newest score is lower than the one before, those that were analyzed last first. */
export async function findWorsenedReports(
  q: Queryable,
  accountId: string,
  project: string | undefined,
  limit: number,
): Promise<WorsenedReport[]> {
  const { rows } = await q.query<WorsenedReport>({
    name: project === undefined ? 'find-worsened-reports' : 'find-worsened-reports-of-project',
    text: `select ${reportColumns}, score_before from report
      where account_id = $1 and score < score_before ${project === undefined ? '' : 'and project = $3'}
      order by analyzed_at desc, id desc limit $2`,
    values: project === undefined ? [accountId, limit] : [accountId, limit, project],
  })
  return rows
}
