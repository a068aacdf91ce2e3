import type {
  CheckedUrl__Output as CheckedUrl,
  Page__Output as Page,
  Verdict__Output as Verdict,
  VerdictCounts__Output as VerdictCounts,
} from '@pagebell/protos/pages/v1/pages'
import { type Static, Type } from '@pagebell/schema/type'
import { integerOrNull, named, oneOf, orNull, textOrNull, time, timeOrNull } from '../http/schemas.ts'

export const pageStates = ['live', 'noindex', 'gone', 'moved', 'canonical', 'unknown'] as const
const announcedStates = ['live', 'gone', 'moved', 'noindex'] as const
const pageVerdicts = ['send', 'skip', 'hold', 'not_checked'] as const
type PageVerdict = (typeof pageVerdicts)[number]

export const pageJson = named(
  'Page',
  Type.Object(
    {
      url: Type.String(),
      state: oneOf(pageStates, {
        description:
          'As it was seen last. canonical: it names another page as its canonical one; unknown: the site did not answer, or not with the page.',
      }),
      status: integerOrNull({ description: 'The HTTP status; null if the site did not answer.' }),
      seen_at: time('When it was looked at last.'),
      changed_at: timeOrNull('When its words changed; null while no change was seen.'),
      target: textOrNull({ description: 'Where it leads, or its canonical page.' }),
      words: integerOrNull({ description: 'Words of its main text.' }),
      announced: Type.Array(
        Type.Object({
          channel: Type.String(),
          state: oneOf(announcedStates),
          at: time('When the engine accepted it.'),
        }),
        { description: 'What was announced to each channel last.' },
      ),
    },
    { description: 'A page of a project as pre-flight knows it.' },
  ),
)

export function toPageJson({ announced, ...page }: Page): Static<typeof pageJson> {
  return {
    url: page.url,
    state: page.state as (typeof pageStates)[number],
    status: page.status ?? null,
    seen_at: page.seen_at,
    changed_at: page.changed_at ?? null,
    target: page.target ?? null,
    words: page.words ?? null,
    announced: announced.map(({ channel, state, at }) => ({
      channel,
      state: state as (typeof announcedStates)[number],
      at,
    })),
  }
}

const reason = textOrNull({ description: 'Why it was skipped or held, or could not be checked.' })
const changed = Type.Array(Type.String(), {
  description: 'The parts that differ from the version announced to the channel last.',
})

export const verdictJson = named(
  'PageVerdict',
  Type.Object(
    {
      at: time('When it was decided.'),
      batch_id: Type.String(),
      channel: Type.String(),
      action: Type.String(),
      verdict: oneOf(pageVerdicts, { description: 'hold: looked at again later; not_checked: sent all the same.' }),
      reason,
      status: integerOrNull({ description: 'The HTTP status that was found.' }),
      changed,
    },
    { description: 'What pre-flight decided of one URL.' },
  ),
)

export function toVerdictJson(verdict: Verdict): Static<typeof verdictJson> {
  return {
    ...verdict,
    verdict: verdict.verdict as PageVerdict,
    reason: verdict.reason ?? null,
    status: verdict.status ?? null,
  }
}

export const verdictCountsJson = named(
  'PageVerdictCounts',
  Type.Object(
    {
      days: Type.Integer({ description: 'The days that are counted, from now back.' }),
      complete: Type.Boolean({ description: 'false: only the newest 100,000 decisions are counted.' }),
      counts: Type.Array(
        Type.Object({
          verdict: oneOf(['send', 'skip', 'not_checked'], { description: 'not_checked: sent all the same.' }),
          reason: textOrNull({ description: 'Why it was skipped, or could not be checked.' }),
          urls: Type.Integer(),
        }),
      ),
    },
    { description: 'How many URLs pre-flight sent and skipped lately, and why.' },
  ),
)

export function toVerdictCountsJson({ days, counts, is_complete }: VerdictCounts): Static<typeof verdictCountsJson> {
  return {
    days,
    complete: is_complete,
    counts: counts.map(({ verdict, reason, urls }) => ({
      verdict: verdict as 'send' | 'skip' | 'not_checked',
      reason: reason ?? null,
      urls,
    })),
  }
}

export const triedJson = named(
  'TriedPage',
  Type.Object(
    {
      url: Type.String(),
      verdict: oneOf(pageVerdicts),
      reason,
      status: integerOrNull({ description: 'The HTTP status that was found.' }),
      indexable: orNull<boolean>(Type.Boolean(), { description: 'null for what is no page.' }),
      canonical: textOrNull({ description: 'The canonical address, if it is another page.' }),
      changed,
    },
    { description: 'What pre-flight would decide of one URL now.' },
  ),
)

export function toTriedJson(tried: CheckedUrl): Static<typeof triedJson> {
  return {
    url: tried.url,
    verdict: tried.verdict as PageVerdict,
    reason: tried.reason ?? null,
    status: tried.status ?? null,
    indexable: tried.indexable ?? null,
    canonical: tried.canonical ?? null,
    changed: tried.changed,
  }
}
