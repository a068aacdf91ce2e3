import type { Removal } from '../removal.ts'

/** Reports and their runs. */
export const reports: readonly Removal[] = [
  {
    promise: 'a single report with every check, points, evidence',
    file: 'services/gateway/src/report-json.ts',
    find: '    jsonOf(report.results_json),',
    put: '    noFields,',
  },
  {
    promise: "the checks' order; a score that can be computed by hand",
    file: 'libs/scoring/src/score.ts',
    find: 'return possible === 0 ? null : Math.round((100 * reached) / possible)',
    put: 'return possible === 0 ? null : Math.floor((99 * reached) / possible)',
  },
  {
    promise: '`POST /reports`: `url`, `privacy`, `password`',
    file: 'services/gateway/src/privacy.ts',
    find: "if (privacy === 2 && password === undefined) refuse('password', 'is required with privacy 2')",
    put: '',
  },
  {
    promise: 'it makes the project of its host',
    file: 'services/gateway/src/routes/create-report.ts',
    find: "if (!(error instanceof Fault) || error.code !== 'project_gone') throw error",
    put: 'if (error) throw error',
  },
  {
    promise: '`Prefer: wait=N`',
    file: 'services/gateway/src/prefer-wait.ts',
    find: 'if (seconds === undefined) return report',
    put: 'if (seconds !== 0) return report',
  },
  {
    promise: 'a password is stored as argon2id and never answered',
    file: 'services/report/src/rpc/create-report.ts',
    find: 'request.password === undefined ? undefined : await passwords.hash(request.password, client)',
    put: 'request.password',
  },
  {
    promise: '`PUT`, `PATCH`: `privacy`, `password`, `results`',
    file: 'services/report/src/privacy.ts',
    find: "if (!hasStored) throw invalid('password', 'Privacy 2 needs a password.')",
    put: 'void hasStored',
  },
  {
    promise: 'the old result stays until the new one is in; every run is kept',
    file: 'services/report/src/queries/insert-run.ts',
    find: "set run_id = $3, status = 'queued', stage = 'queued',",
    put: "set run_id = $3, status = 'queued', stage = 'queued', result = null, score = null,",
  },
  {
    promise: '`DELETE /reports/{id}` with its runs',
    file: 'services/report/src/queries/delete-report.ts',
    find: "'delete from report where account_id = $1 and id = $2'",
    put: "'update report set version = version where account_id = $1 and id = $2'",
  },
  {
    promise: '`GET /reports/{id}/runs`',
    file: 'services/gateway/src/routes/list-runs.ts',
    find: 'return { data: runs.map(toRunJson), status: 200 as const }',
    put: 'return { data: runs.slice(0, 0).map(toRunJson), status: 200 as const }',
  },
  {
    promise: 'what differs between two runs',
    file: 'services/report/src/queries/find-compared-runs.ts',
    find: "run_id < $3 and status = 'done'",
    put: 'run_id < $3',
  },
]
