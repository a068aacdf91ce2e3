import type { Schedule__Output as Schedule } from '@pagebell/protos/report/v1/schedules'
import { type Static, Type } from '@pagebell/schema/type'
import { named, oneOf, onlyThese, orNull, textOrNull, time } from '../http/schemas.ts'
import { selectionFields, starts } from '../site-reports/site-report-json.ts'

const kinds = ['site', 'pages'] as const
const intervals = ['day', 'week', 'month'] as const
const outcomes = ['started', 'partly_started', 'refused'] as const

const fields = {
  what: oneOf(kinds, { description: 'site: a site report. pages: the reports of these pages.' }),
  every: oneOf(intervals),
  at: Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    description:
      'The clock time of the zone, HH:MM. On a day that does not have it, the next time that the day has; on one that has it twice, the first.',
    examples: ['03:00'],
  }),
  zone: Type.String({
    minLength: 1,
    maxLength: 60,
    description: 'The name of a time zone (IANA).',
    examples: ['Europe/Berlin'],
  }),
  on: {
    minimum: 1,
    maximum: 31,
    description:
      'Of a week the day from 1 (Monday) to 7, of a month from 1 to 31; a shorter month has its last day instead. 1 by default; not for every: day.',
  },
  pages: Type.Array(Type.String({ minLength: 1, maxLength: 2_048 }), {
    maxItems: 100,
    description: 'For what: pages. Their URLs, on the project.',
  }),
}
const defaults = { start: [...starts], max_pages: 200, include: [] as string[], exclude: [] as string[] }

export const scheduleBody = named(
  'PutSchedule',
  Type.Object(
    {
      what: fields.what,
      every: fields.every,
      at: fields.at,
      zone: Type.Optional({ ...fields.zone, default: 'UTC' }),
      on: Type.Optional(Type.Integer(fields.on)),
      pages: Type.Optional(fields.pages),
      url: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 2_048,
          description: 'For what: site. Where the crawl begins, on the project; https://{project}/ by default.',
        }),
      ),
      // No defaults in the schema: they would be filled in for what: pages too.
      start: Type.Optional(selectionFields.start),
      max_pages: Type.Optional(selectionFields.max_pages),
      include: Type.Optional(selectionFields.include),
      exclude: Type.Optional(selectionFields.exclude),
    },
    {
      ...onlyThese,
      description:
        'What is left out gets its default. start (sitemap and links), max_pages (200), include and exclude are for what: site.',
      examples: [
        { what: 'site', every: 'week', on: 1, at: '03:00', zone: 'Europe/Berlin', max_pages: 200 },
        { what: 'pages', every: 'day', at: '06:30', zone: 'America/New_York', pages: ['https://example.com/'] },
      ],
    },
  ),
)

type Body = Static<typeof scheduleBody>

/** The settings with their defaults. What belongs to the other kind of schedule is passed on, to be refused there. */
export function toSettings(project: string, body: Body) {
  const { what, every, at, zone = 'UTC', on, pages = [], url, start, max_pages, include, exclude } = body
  const time = { every, at, zone, ...(on !== undefined && { on }) }
  const isOfSite = [url, start, max_pages, include, exclude].some((one) => one !== undefined)
  if (what === 'pages' && !isOfSite) return { what, time, pages }
  const selection = {
    start: start ?? defaults.start,
    max_pages: max_pages ?? defaults.max_pages,
    include: include ?? [],
    exclude: exclude ?? [],
  }
  return { what, time, pages, url: url ?? `https://${project}/`, selection }
}

const lastJson = Type.Object(
  {
    at: time('When it was carried out.'),
    outcome: oneOf(outcomes, { description: 'partly_started: some pages were refused; refused: nothing was started.' }),
    code: textOrNull({ description: 'Why it was refused, or the first of the pages that were.' }),
    message: textOrNull({ description: 'The same in words.' }),
    site_report: textOrNull({ description: 'The site report that was started.' }),
    reports: Type.Array(Type.String(), { description: 'The reports of pages that were started.' }),
    refused: Type.Integer({ description: 'Pages that were refused.' }),
  },
  { description: 'What the last time led to.' },
)

export const scheduleJson = named(
  'Schedule',
  Type.Object(
    {
      project: Type.String(),
      what: fields.what,
      every: fields.every,
      at: fields.at,
      zone: fields.zone,
      on: orNull<number>(Type.Integer(), fields.on),
      pages: fields.pages,
      url: textOrNull({ description: 'Where the crawl of a site begins; null for what: pages.' }),
      start: Type.Array(oneOf(starts), { description: 'Where addresses come from; empty for what: pages.' }),
      max_pages: orNull<number>(Type.Integer(), { description: 'Of a site report; null for what: pages.' }),
      include: selectionFields.include,
      exclude: selectionFields.exclude,
      created_at: time('When the project got its first schedule.'),
      next_at: time('The next time. It is carried out within two minutes.'),
      last: orNull<Static<typeof lastJson>>(lastJson, { description: 'What the last time led to; null before it.' }),
    },
    { description: 'When the site or pages of a project are rated again.' },
  ),
)

export function toScheduleJson(project: string, schedule: Schedule): Static<typeof scheduleJson> {
  const { settings, last, created_at, next_at } = schedule
  if (settings?.time == null) throw new Error('report answered a schedule without settings')
  const { what, time: at, url, selection, pages } = settings
  return {
    project,
    what: what as (typeof kinds)[number],
    every: at.every as (typeof intervals)[number],
    at: at.at,
    zone: at.zone,
    on: at.on ?? null,
    pages,
    url: url ?? null,
    start: (selection?.start ?? []) as (typeof starts)[number][],
    max_pages: selection?.max_pages ?? null,
    include: selection?.include ?? [],
    exclude: selection?.exclude ?? [],
    created_at,
    next_at,
    last: last
      ? {
          ...last,
          outcome: last.outcome as (typeof outcomes)[number],
          code: last.code ?? null,
          message: last.message ?? null,
          site_report: last.site_report ?? null,
        }
      : null,
  }
}
