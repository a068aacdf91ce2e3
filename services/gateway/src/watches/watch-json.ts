import type {
  Scan__Output as Scan,
  WatchSubscription__Output as Subscription,
  Watch__Output as Watch,
} from '@pagebell/protos/pages/v1/watches'
import { type Static, Type } from '@pagebell/schema/type'
import { named, oneOf, orNull, textOrNull, time, timeOrNull } from '../http/schemas.ts'

const kinds = ['auto', 'sitemap', 'feed'] as const
const trusts = ['auto', 'dates', 'hash'] as const
const deletions = ['send', 'hold', 'off'] as const
const firsts = ['remember', 'send'] as const
const outcomes = ['ok', 'unchanged', 'partial', 'failed'] as const

const subscriptionStates = ['requested', 'active', 'denied', 'failed', 'unavailable'] as const

const patterns = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 20, description })

const fields = {
  url: Type.String({ minLength: 1, maxLength: 2_048, description: 'A sitemap or feed on the project.' }),
  kind: oneOf(kinds, { description: 'What the URL is expected to be; auto: whatever it is.' }),
  every_minutes: Type.Integer({ minimum: 15, maximum: 10_080, description: 'From one scan to the next.' }),
  trust: oneOf(trusts, {
    description:
      'How changed pages are found. dates: by their dates in the file; hash: each page is looked at once a day; auto: by their dates as long as these are right.',
  }),
  deletes: oneOf(deletions, {
    description:
      'What follows when two scans have not found a page and it is gone: its removal is sent, held until you decide, or ignored.',
  }),
  first: oneOf(firsts, { description: 'What the first scan does with the pages it finds.' }),
  include: patterns('Only paths that match one of these; * is any text, # a number.'),
  exclude: patterns('No paths that match one of these.'),
}
const defaults = {
  kind: 'auto',
  every_minutes: 60,
  trust: 'auto',
  deletes: 'send',
  first: 'remember',
  include: [] as string[],
  exclude: [] as string[],
} as const

export const watchBody = named(
  'PutWatch',
  Type.Object(
    {
      url: fields.url,
      kind: Type.Optional(oneOf(kinds, { default: defaults.kind })),
      every_minutes: Type.Optional(Type.Integer({ minimum: 15, maximum: 10_080, default: defaults.every_minutes })),
      trust: Type.Optional(oneOf(trusts, { default: defaults.trust })),
      deletes: Type.Optional(oneOf(deletions, { default: defaults.deletes })),
      first: Type.Optional(oneOf(firsts, { default: defaults.first })),
      include: Type.Optional(fields.include),
      exclude: Type.Optional(fields.exclude),
    },
    {
      additionalProperties: false,
      description: 'What is left out gets its default.',
      examples: [{ url: 'https://example.com/sitemap.xml', every_minutes: 60, exclude: ['/tag/*'] }],
    },
  ),
)

/** The settings with their defaults. */
export const toSettings = (body: Static<typeof watchBody>) => ({ ...defaults, ...body })

export const scanJson = named(
  'WatchScan',
  Type.Object(
    {
      id: Type.String(),
      began_at: time('When it began.'),
      ended_at: time('When what it found was stored.'),
      outcome: oneOf(outcomes, {
        description:
          'unchanged: no file has changed; partial: files were not read or not believed, and no page counts as removed; failed: none was read.',
      }),
      files: Type.Integer(),
      found: Type.Integer({ description: 'Pages in the files that had changed.' }),
      new: Type.Integer(),
      changed: Type.Integer({ description: 'Pages whose date is another one.' }),
      missing: Type.Integer({ description: 'Known pages that are in no file.' }),
      skipped: Type.Integer({ description: 'Not of the project, or left out by the patterns.' }),
      problems: Type.Array(
        Type.Object({ code: Type.String(), detail: Type.String(), file: textOrNull({ description: 'Its URL.' }) }),
      ),
    },
    { description: 'One scan of a watch.' },
  ),
)

export function toScanJson({ added, problems, outcome, ...scan }: Scan): Static<typeof scanJson> {
  return {
    ...scan,
    outcome: outcome as (typeof outcomes)[number],
    files: Number(scan.files),
    found: Number(scan.found),
    new: Number(added),
    changed: Number(scan.changed),
    missing: Number(scan.missing),
    skipped: Number(scan.skipped),
    problems: problems.map(({ code, detail, file }) => ({ code, detail, file: file ?? null })),
  }
}

export const subscriptionJson = named(
  'WatchSubscription',
  Type.Object(
    {
      hub: Type.String({ description: 'The URL of the hub.' }),
      topic: Type.String({ description: 'The URL of the feed at the hub.' }),
      state: oneOf(subscriptionStates, {
        description:
          'requested: the hub has not confirmed it yet; active: the hub delivers; denied: the hub refuses it; failed: the hub cannot be reached or does not confirm it, and is asked again; unavailable: hubs cannot reach this installation.',
      }),
      expires_at: timeOrNull('Until when the hub delivers; renewed before. null if it does not deliver.'),
      last_delivery_at: timeOrNull('When the hub last said that the feed has changed.'),
      problem: textOrNull({ description: 'What is wrong. The watch is scanned every `every_minutes` in any case.' }),
    },
    { description: 'The subscription to the hub that a feed names (WebSub).' },
  ),
)

function toSubscriptionJson(subscription: Subscription): Static<typeof subscriptionJson> {
  const { hub, topic, state, expires_at, last_delivery_at, problem } = subscription
  return {
    hub,
    topic,
    state: state as (typeof subscriptionStates)[number],
    expires_at: expires_at ?? null,
    last_delivery_at: last_delivery_at ?? null,
    problem: problem ?? null,
  }
}

export const watchJson = named(
  'Watch',
  Type.Object(
    {
      id: Type.String(),
      ...fields,
      created_at: time('When it was made.'),
      next_scan_at: timeOrNull('When it is scanned next; null while it is.'),
      pages: Type.Integer({ description: 'Pages that it knows.' }),
      waiting: Type.Integer({ description: 'Found, and not yet accepted for submission.' }),
      held: Type.Integer({ description: 'Removals that wait for your decision.' }),
      files: Type.Array(
        Type.Object({
          url: Type.String(),
          pages: Type.Integer(),
          dates_are_trusted: Type.Boolean(),
          dates: Type.String({ description: 'Why, or why not.' }),
        }),
      ),
      websub: orNull<Static<typeof subscriptionJson>>(subscriptionJson, {
        description: 'Whether the hub of the feed has it scanned when it changes; null if the feed names none.',
      }),
      last_scan: orNull<Static<typeof scanJson>>(scanJson, { description: 'null before the first one.' }),
    },
    { description: 'A sitemap or feed that is read regularly, so that no webhook is needed.' },
  ),
)

export function toWatchJson({
  settings,
  last_scan,
  next_scan_at,
  files,
  websub,
  ...watch
}: Watch): Static<typeof watchJson> {
  if (settings === null) throw new Error('pages answered a watch without settings')
  return {
    ...watch,
    ...settings,
    kind: settings.kind as (typeof kinds)[number],
    trust: settings.trust as (typeof trusts)[number],
    deletes: settings.deletes as (typeof deletions)[number],
    first: settings.first as (typeof firsts)[number],
    next_scan_at: next_scan_at ?? null,
    pages: Number(watch.pages),
    waiting: Number(watch.waiting),
    held: Number(watch.held),
    files: files.map((file) => ({ ...file, pages: Number(file.pages) })),
    websub: websub ? toSubscriptionJson(websub) : null,
    last_scan: last_scan ? toScanJson(last_scan) : null,
  }
}
