import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One webhook request as the driver recorded it. Times are milliseconds since 1970. */
export type Submit = {
  id: number
  sentAt: number
  /** When the response arrived or the request timed out. */
  overAt: number
  account: string
  project: string
  token: string
  action: string
  key: string | undefined
  dryRun: boolean
  preflight: boolean
  urls: string[]
  /** Undefined without a complete response. */
  status: number | undefined
  outcome: string | undefined
  batchId: string | undefined
  /** One for each URL, from the response. */
  verdicts: string[]
  quota: { day: Period; month: Period } | undefined
}
export type Period = { limit: number | null; used: number }

/** A rotate, disable, enable or delete; it applies to the first `tokens` tokens of a project. */
export type Control = {
  what: 'rotate' | 'disable' | 'enable' | 'delete'
  project: string
  tokens: number
  graceMs: number
  sentAt: number
  overAt: number
  status: number | undefined
}

/** One request as the engine recorded it before it responded. */
export type EngineRequest = {
  t: number
  verdict: 'taken' | 'refused' | 'busy' | 'broken' | 'ignored' | 'malformed'
  /** How the engine treats requests at that time: only `normal` ones are answered. */
  behaviour: string
  host: string
  key: string
  urls: string[]
  why?: string
}

/** A batch in intake's database. `at` is the time of its charge by the real clock. */
export type Batch = {
  id: string
  account: string
  project: string
  action: string
  urls: string[]
  day: string
  month: string
  at: number
}

export type Delivery = {
  batchId: string
  account: string
  url: string
  status: string
  reason: string | undefined
  /** Why it was sent without a check, if it was to be checked. */
  notChecked: string | undefined
}

export type Fault = {
  name: string
  injectedAt: number
  revertingAt: number
  recoveredAt: number
  why: string | undefined
}

export type Evidence = {
  run: { windowSeconds: number; shiftMs: number; left: Record<string, number> }
  begunAt: number
  endedAt: number
  /** Names by id, as the driver knows them. */
  accounts: Map<string, { name: string; plan: string }>
  /** Accounts with an attempted change of plan. */
  replanned: Set<string>
  keys: Map<string, { account: string; key: string }>
  tokensSince: Map<string, number>
  submits: Submit[]
  controls: Control[]
  reads: { account: string; urls: string[] }[]
  reports: string[]
  engine: EngineRequest[]
  faults: Fault[]
  batches: Batch[]
  used: { account: string; period: string; used: number; givenBack: number }[]
  /** How many URLs of a batch were given back. */
  givenBack: Map<string, number>
  deliveries: Delivery[]
  reportStates: Map<string, string>
  outboxes: Record<string, number>
  queues: Record<string, number>
}

// biome-ignore lint/suspicious/noExplicitAny: histories are untyped; the rules validate them.
type Line = any

/** Reads the histories and the dump in a run's folder. */
export function readEvidence(folder: string): Evidence {
  const lines = (file: string): Line[] => {
    const path = join(folder, file)
    return existsSync(path) ? readLines(path) : []
  }
  const driver = lines('driver.jsonl')
  const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'))
  const of = (kind: string): Line[] => driver.filter((line) => line.kind === kind)
  const ends = new Map(driver.filter(({ kind }) => /\.(answered|lost)$/.test(kind)).map((line) => [idOf(line), line]))
  const endOf = (line: Line): Line => ends.get(idOf(line)) ?? {}
  const accounts = new Map(of('account').map(({ id, name, account, plan }) => [id, { name: name ?? account, plan }]))
  const nameOf = (accountId: string): string => accounts.get(accountId)?.name ?? accountId
  const rows = (table: string): Line[] => lines(`${table}.jsonl`)

  return {
    run,
    begunAt: of('begin')[0]?.t ?? 0,
    endedAt: of('end')[0]?.t ?? 0,
    accounts,
    replanned: new Set(of('plan.sent').map(({ account }) => account)),
    keys: new Map(of('key').map(({ host, account, key }) => [host, { account, key }])),
    tokensSince: new Map(of('token').map(({ token, t }) => [token, t])),
    submits: of('submit.sent').map((line) => readSubmit(line, endOf(line))),
    controls: of('control.sent').map((line) => readControl(line, endOf(line))),
    reads: of('read.sent').map((line) => ({ account: line.account, urls: endOf(line).urls ?? [] })),
    reports: of('report.sent').flatMap((line) => endOf(line).report ?? []),
    engine: lines('engine.jsonl')
      .filter(({ kind }) => kind === 'request')
      .map((line) => ({ host: '', key: '', urls: [], behaviour: 'normal', ...line })),
    faults: readFaults(lines('faults.jsonl')),
    // A request without accepted URLs is a row without URLs.
    batches: [...rows('intake.batch'), ...rows('intake.duplicate_batch')].map((row) => ({
      id: row.batch_id,
      account: nameOf(row.account_id),
      project: row.project,
      action: row.action,
      urls: row.urls ?? [],
      day: row.day,
      month: row.month ?? row.day.slice(0, 7),
      at: Date.parse(row.created_at) - run.shiftMs,
    })),
    used: rows('intake.quota_use').map((row) => ({
      account: nameOf(row.account_id),
      period: row.period,
      used: Number(row.used),
      givenBack: Number(row.given_back ?? 0),
    })),
    givenBack: countBatches(rows('intake.given_back')),
    deliveries: rows('notifier.deliveries').map((row) => ({
      batchId: row.batch_id,
      account: nameOf(row.account_id),
      url: row.url,
      status: row.status,
      reason: row.reason ?? undefined,
      notChecked: row.not_checked ?? undefined,
    })),
    reportStates: new Map(rows('report.report').map((row) => [row.id, row.status])),
    outboxes: Object.fromEntries(
      ['intake', 'project', 'report', 'notifier', 'pages'].map((one) => [one, rows(`${one}.outbox`).length]),
    ),
    queues: JSON.parse(readFileSync(join(folder, 'queues.json'), 'utf8')),
  }
}

function countBatches(rows: Line[]): Map<string, number> {
  return new Map([...Map.groupBy(rows, ({ batch_id }) => batch_id)].map(([batchId, all]) => [batchId, all.length]))
}

const idOf = ({ kind, id }: Line): string => `${kind.split('.')[0]} ${id}`

/** Reads line by line: a long run's history exceeds the maximum string length. */
function readLines(path: string): Line[] {
  const bytes = readFileSync(path)
  const found: Line[] = []
  for (let from = 0, to = 0; from < bytes.length; from = to + 1) {
    const newline = bytes.indexOf('\n', from)
    const isLast = newline === -1
    to = isLast ? bytes.length : newline
    const line = bytes.toString('utf8', from, to)
    // The last line of a process killed while writing may be truncated; its event never happened.
    if (line !== '' && !(isLast && isTruncated(line))) found.push(JSON.parse(line))
  }
  return found
}

function isTruncated(line: string): boolean {
  try {
    JSON.parse(line)
    return false
  } catch {
    return true
  }
}

function readSubmit(sent: Line, end: Line): Submit {
  return {
    id: sent.id,
    sentAt: sent.t,
    overAt: end.t ?? Infinity,
    account: sent.account,
    project: sent.project,
    token: sent.token,
    action: sent.action,
    key: sent.key,
    dryRun: sent.dry_run === true,
    preflight: sent.preflight === true,
    urls: sent.urls,
    status: end.status,
    outcome: end.outcome,
    batchId: end.batch_id ?? undefined,
    verdicts: end.verdicts ?? [],
    quota: end.quota,
  }
}

function readControl(sent: Line, end: Line): Control {
  const { what, project, tokens, grace = 0, t: sentAt } = sent
  return { what, project, tokens, graceMs: grace * 1_000, sentAt, overAt: end.t ?? Infinity, status: end.status }
}

function readFaults(lines: Line[]): Fault[] {
  const timeOf = (id: number, kind: string): number => lines.find((one) => one.id === id && one.kind === kind)?.t
  return lines
    .filter(({ kind }) => kind === 'injected')
    .map(({ id, name, t }) => {
      const why = lines.find((one) => one.id === id && one.kind === 'failed')?.why
      return {
        name,
        injectedAt: t,
        revertingAt: timeOf(id, 'reverting') ?? t,
        recoveredAt: timeOf(id, 'recovered') ?? t,
        why,
      }
    })
}
