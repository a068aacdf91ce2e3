import type { EventType, testType } from '@pagebell/outbound-events/event-types'
import { digestText } from './alert-digest-text.ts'
import {
  counted,
  type Fields,
  fieldsOf,
  itemsOf,
  minuteOf,
  numberOf,
  panelLink,
  textOf,
  urlOf,
} from './event-fields.ts'
import type { EventText, TextLine } from './format.ts'
import { siteReportText } from './site-report-text.ts'

type Describe = (data: Fields, publicUrl: string) => EventText

type Described = EventType | typeof testType

const maxProblems = 10

/** Field of a completed batch → how its URLs ended. */
const outcomes: Record<string, string> = {
  delivered: 'delivered',
  skipped: 'skipped',
  rejected: 'rejected',
  dropped: 'dropped',
  set_aside: 'quarantined',
}

const texts: Record<Described, Describe> = {
  'report.completed': (data) => {
    const [project, failure] = [textOf(data['project']), fieldsOf(data['error'])]
    const page = { text: 'Page:', ...withUrl(data['url']) }
    const link = linkTo(data['page'], 'Open the report')
    if (data['status'] === 'failed')
      return {
        title: `${project}: a report failed`,
        lines: [page, ...says(failure['message'])],
        severity: 'bad',
        ...link,
      }
    const score = { text: `Score ${numberOf(data['score'])} of 100, rated ${textOf(data['result'])}.` }
    return {
      title: `${project}: a report is ready`,
      lines: [score, page],
      severity: severityOf(data['result']),
      ...link,
    }
  },

  'report.worsened': (data) => {
    const before = fieldsOf(data['before'])
    const [now, then] = [data, before].map((one) => `${numberOf(one['score'])} (${textOf(one['result'])})`)
    return {
      title: `${textOf(data['project'])}: a page is rated worse than before`,
      lines: [{ text: `Score ${now}, before ${then}.` }, { text: 'Page:', ...withUrl(data['url']) }],
      severity: 'bad',
      ...linkTo(data['page'], 'Open the report'),
    }
  },

  'batch.completed': (data, publicUrl) => {
    const counts = Object.keys(outcomes).flatMap((one) => {
      const count = numberOf(data[one])
      return count === 0 && one !== 'delivered' ? [] : `${counted(count, 'URL')} ${outcomes[one]}`
    })
    const project = textOf(data['project'])
    const failed = numberOf(data['rejected']) + numberOf(data['set_aside'])
    return {
      title: `${project}: a batch of ${counted(numberOf(data['deliveries']), 'URL')} is done`,
      lines: [{ text: `${counts.join(', ')}.` }],
      severity: failed > 0 ? 'bad' : 'good',
      link: panelLink(publicUrl, project),
    }
  },

  'quota.warning': (data) => {
    const of = `${numberOf(data['used']).toLocaleString('en')} of ${numberOf(data['limit']).toLocaleString('en')} URLs`
    return {
      title: `${numberOf(data['threshold'])} % of the quota of this ${textOf(data['period'])} is used`,
      lines: [{ text: `${of} since ${textOf(data['starts'])}. It begins again on ${minuteOf(data['resets_at'])}.` }],
      severity: numberOf(data['threshold']) >= 100 ? 'bad' : 'neutral',
    }
  },

  'watch.trouble': (data, publicUrl) => {
    const problems = itemsOf(data['problems'])
    const project = textOf(data['project'])
    return {
      title: `${project}: a watched sitemap or feed has a problem`,
      lines: [
        { text: 'Watched:', ...withUrl(data['url']) },
        ...problems.slice(0, maxProblems).map(({ detail, file }) => ({ text: textOf(detail), ...withUrl(file) })),
        ...moreOf(problems.length - maxProblems, 'problem'),
      ],
      severity: 'bad',
      link: panelLink(publicUrl, project),
    }
  },

  'alert.digest': digestText,
  'site_report.finished': siteReportText,

  test: (data) => ({ title: 'A test of Pagebell', lines: says(data['message']), severity: 'neutral' }),
}

/**
 * What a person reads of an event. `body` is its JSON; an event of a later version is named by its type.
 */
export function describeEvent(type: string, body: string, publicUrl: string): EventText {
  const data = fieldsOf(fieldsOf(JSON.parse(body))['data'])
  if (Object.hasOwn(texts, type)) return texts[type as Described](data, publicUrl)
  return { title: `Pagebell: ${textOf(type)}`, lines: says(data['project']), severity: 'neutral' }
}

const says = (value: unknown): TextLine[] => (textOf(value) === '' ? [] : [{ text: textOf(value) }])

const withUrl = (value: unknown): { url?: string } => {
  const url = urlOf(value)
  return url === undefined ? {} : { url }
}

const linkTo = (value: unknown, label: string): Pick<EventText, 'link'> => {
  const url = urlOf(value)
  return url === undefined ? {} : { link: { url, label } }
}

const moreOf = (count: number, what: string): TextLine[] =>
  count > 0 ? [{ text: `And ${counted(count, what)} more.` }] : []

const severityOf = (result: unknown): EventText['severity'] =>
  result === 'good' ? 'good' : result === 'bad' ? 'bad' : 'neutral'
