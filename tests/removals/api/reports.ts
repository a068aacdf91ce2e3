import type { Removal } from '../removal.ts'

/** Reports and their runs. */
export const reports: readonly Removal[] = [
  {
    promise: 'a single report with every check, points, evidence',
    in: 'services/gateway',
    find: '"results":`), jsonOf(report.results_json),',
    put: '"results":`), noFields,',
  },
  {
    promise: "the checks' order; a score that can be computed by hand",
    in: 'libs/scoring',
    find: 'return possible === 0 ? null : Math.round((100 * reached) / possible)',
    put: 'return possible === 0 ? null : Math.floor((99 * reached) / possible)',
  },
  {
    promise: '`POST /reports`: `url`, `privacy`, `password`',
    in: 'services/gateway',
    find: "if (privacy === 2 && password === undefined) refuse('password', 'is required with privacy 2')",
    put: '',
  },
  {
    promise: "`reuse`: another run of the URL's newest report instead of another report; one report in a race",
    in: 'services/report',
    find: 'await lockUrl(q, accountId, report.url)',
    put: '',
  },
  {
    promise: '`POST /reports/batch`: a result for each URL; one that cannot be used does not stop the others',
    in: 'services/gateway',
    find: 'const { length } = projectsOf(pages)',
    put: "const { length } = projectsOf(pages)\n  if (pages.some((page) => 'refusal' in page)) throw noUsablePage([])",
  },
  {
    promise: 'a batch with an Idempotency-Key: one effect, the same answer for each URL, however many at once',
    in: 'services/report',
    find: `answerOnce(q, batch.accountId, request.idempotency, async () => ({
        results: await createBatch(q, { ...batch, passwordHash }),
      })),`,
    put: 'createBatch(q, { ...batch, passwordHash }).then((results) => ({ results })),',
  },
  {
    promise: 'a batch that the plan has no room for: the first URLs are rated, the others say which limit it is',
    in: 'services/report',
    find: 'if (firstRefusal !== undefined && refused.size === pages.length) throw firstRefusal',
    put: 'if (firstRefusal !== undefined) throw firstRefusal',
  },
  {
    promise: '`GET /reports.csv`: every report of the list, with its filters and its order',
    in: 'services/gateway',
    find: 'for await (const reports of rest) yield toRows(reports)',
    put: '',
  },
  {
    promise: 'it makes the project of its host',
    in: 'libs/rpc',
    find: "if (!(error instanceof Fault) || error.code !== 'project_gone') throw error",
    put: 'if (error) throw error',
  },
  {
    promise: '`Prefer: wait=N`',
    in: 'services/gateway',
    find: 'if (seconds === undefined) return report',
    put: 'if (seconds !== 0) return report',
  },
  {
    promise: 'a password is stored as argon2id and never answered',
    in: 'services/report',
    find: 'request.password === undefined ? undefined : await passwords.hash(request.password, client)\n    const answer =',
    put: 'request.password\n    const answer =',
  },
  {
    promise: '`PUT`, `PATCH`: `privacy`, `password`, `results`',
    in: 'services/report',
    find: "if (!hasStored) throw invalid('password', 'Privacy 2 needs a password.')",
    put: 'void hasStored',
  },
  {
    promise: '`listed`: search engines may list a public report only if its owner allows it',
    in: 'services/report',
    find: 'const { listed = report.listed } = request',
    put: 'const { listed = true } = request',
  },
  {
    promise: '`POST /site-reports`: `privacy`, `password`; private by default',
    in: 'services/gateway',
    find: 'privacy: body.privacy,\n      ...(body.password',
    put: 'privacy: 1,\n      ...(body.password',
  },
  {
    promise: 'the password of a site report is stored as argon2id and never answered',
    in: 'services/report',
    find: 'const report = { ...site, privacy, passwordHash }',
    put: 'const report = { ...site, privacy, passwordHash: password }',
  },
  {
    promise: '`PATCH /site-reports/{id}`: `privacy`, `password`, `listed`; what is left out stays',
    in: 'services/report',
    find: 'const { listed = before.listed } = request',
    put: 'const { listed = true } = request',
  },
  {
    promise: 'the old result stays until the new one is in; every run is kept',
    in: 'services/report',
    find: "set run_id = $3, status = 'queued', stage = 'queued',",
    put: "set run_id = $3, status = 'queued', stage = 'queued', result = null, score = null,",
  },
  {
    promise: '`DELETE /reports/{id}` with its runs',
    in: 'services/report',
    find: "'delete from report where account_id = $1 and id = $2'",
    put: "'update report set version = version where account_id = $1 and id = $2'",
  },
  {
    promise: '`GET /reports/{id}/runs`',
    in: 'services/gateway',
    find: 'return { data: runs.map(toRunJson), status: 200 as const }',
    put: 'return { data: runs.slice(0, 0).map(toRunJson), status: 200 as const }',
  },
  {
    promise: 'what differs between two runs',
    in: 'services/report',
    find: "run_id < $3 and status = 'done'",
    put: 'run_id < $3',
  },
]
