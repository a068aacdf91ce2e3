import type { Finding, JudgedRun } from './judge-runs.ts'
import type { RunWithCertificate } from './judged-runs.sql.ts'
import { type Rule, ruleKey, type Severity } from './rule.ts'

/** An alert as its owner gets it. */
export type AlertFacts = {
  when: Rule['when']
  title: string
  detail: string
  check?: string
  severity?: Severity
  since: string
  site_report?: string
  report?: string
  url?: string
  pages?: number
}

/** The facts with what later runs are compared with. */
export type StoredFacts = AlertFacts & { baseline?: number }

export type NewAlert = { rule: string; subject: string; check: string; watch?: string; facts: StoredFacts }

/** Whose runs are judged: the site at a host of a project, or one of its reports. */
export type Subject = { project: string; host: string; report?: { id: string; url: string } }

/** The subject of an alert as it is stored. */
export const subjectKey = ({ project, host, report }: Subject): string =>
  report?.id ?? (host === project ? 'site' : `site ${host}`)

/** An alert of what a rule has found in the runs of a subject. */
export function describeFinding(rule: Rule, subject: Subject, finding: Finding, run: JudgedRun): NewAlert {
  const { check, severity, title, pages, since, baseline } = finding
  const place = subject.report === undefined ? { site_report: run.id } : placeOf(subject.report)
  return {
    rule: ruleKey(rule),
    subject: subjectKey(subject),
    check,
    facts: {
      when: rule.when,
      title: titleOf(rule, finding, title),
      detail: detailOf(rule, subject, finding),
      ...(check !== '' && { check }),
      ...(severity !== undefined && { severity }),
      since,
      ...place,
      ...(pages !== undefined && { pages }),
      ...(baseline !== undefined && { baseline }),
    },
  }
}

const placeOf = ({ id, url }: NonNullable<Subject['report']>) => ({ report: id, url })

const titleOf = (rule: Rule, { check }: Finding, title = check): string =>
  rule.when === 'score_drops' ? 'The score has dropped' : title

function detailOf(rule: Rule, { host, report }: Subject, finding: Finding): string {
  const { check, pages = 1, score, baseline, inLast } = finding
  const when = inLast === 2 ? 'in the last two runs' : 'in two of the last three runs'
  if (rule.when === 'score_drops')
    return `The score of ${report?.url ?? host} is ${score}. It was ${baseline}, and is lower ${when}.`
  const counted = pages === 1 ? `One page of ${host}` : `${pages} pages of ${host}`
  const who = report === undefined ? counted : report.url
  const isOne = report !== undefined || pages === 1
  if (rule.when === 'new_issue') return `${who} ${isOne ? 'has' : 'have'} the new issue "${check}" ${when}.`
  return `${who} ${isOne ? 'fails' : 'fail'} "${check}" ${when}.`
}

/** The subject of alerts of what is on hold. */
export const heldSubject = 'held'
/** What the notifier counts at most. */
const maxHeld = 1_000

/** An alert of deliveries that are on hold, of which `paused` are held by a pause of their channel. */
export function describeHold(
  rule: Rule & { when: 'held' },
  project: string,
  { deliveries, paused, since }: { deliveries: number; paused: number; since: string },
): NewAlert {
  const count = deliveries.toLocaleString('en')
  const many = deliveries === maxHeld ? `${count} or more deliveries` : `${count} deliveries`
  const counted = deliveries === 1 ? 'One delivery' : many
  const waiting = deliveries - paused
  const reason =
    paused === 0
      ? ' until the key file is on the site'
      : waiting === 0
        ? ' because the channel is paused'
        : `: ${waiting} until the key file is on the site, ${paused} because the channel is paused`
  const detail = `${counted} of ${project} ${deliveries === 1 ? 'is' : 'are'} on hold${reason}.`
  const facts = { when: rule.when, title: 'URLs are not sent', detail, since: new Date(since).toISOString() }
  return { rule: ruleKey(rule), subject: heldSubject, check: '', facts }
}

const dayMs = 86_400_000
/** What the check of certificates calls soon. */
const checkedDays = 14

/** An alert of a certificate that runs out within the days of the rule; undefined if it does not, or there is none. */
export function describeCertificate(
  rule: Rule & { when: 'certificate' },
  subject: Subject,
  run: RunWithCertificate,
  now: Date,
): NewAlert | undefined {
  const issue = run.issues['tls_certificate']
  const { host } = subject
  const shared = { rule: ruleKey(rule), subject: subjectKey(subject), check: '' }
  const facts = { when: rule.when, since: run.endedAt, title: 'The certificate runs out soon' }
  const place = subject.report === undefined ? { site_report: run.id } : placeOf(subject.report)
  const days = daysLeft(run, now)
  if (days !== undefined && subject.report !== undefined) {
    if (days > rule.days && issue?.severity !== 'fail') return undefined
    const until = run.validTo === null ? '' : `until ${run.validTo.slice(0, 10)}, `
    const detail =
      issue?.severity === 'fail'
        ? `The certificate of ${host} is not valid.`
        : `The certificate of ${host} is valid ${until}for ${days} more days.`
    return { ...shared, facts: { ...facts, ...place, detail } }
  }
  if (issue === undefined) return undefined
  const detail = `The certificate of ${host} is not valid, or runs out within ${checkedDays} days.`
  return { ...shared, facts: { ...facts, ...place, detail } }
}

/** Whole days; undefined if the run does not know them. */
function daysLeft({ validTo, validDays, endedAt }: RunWithCertificate, now: Date): number | undefined {
  if (validTo !== null) return Math.floor((Date.parse(validTo) - now.getTime()) / dayMs)
  // The clock of the database may be a moment ahead of this one.
  return validDays === null ? undefined : validDays - Math.trunc((now.getTime() - Date.parse(endedAt)) / dayMs)
}
