import { channelIds } from '@pagebell/channel-settings/all-channels'
import { Fault } from '@pagebell/faults/fault'
import type { CheckedUrl__Output as CheckedUrl } from '@pagebell/protos/pages/v1/pages'
import { type Static, Type } from '@pagebell/schema/type'
import { type deliveryJson, toDeliveryJson } from '../deliveries/delivery-json.ts'
import { oneOf } from '../http/schemas.ts'
import { checkNow } from '../pages/check-now.ts'
import { toPageJson, toTriedJson, toVerdictJson } from '../pages/page-json.ts'
import { findProjectOf } from './find-project-of.ts'
import { defineTool, type ToolContext } from './tool.ts'
import { untrusted } from './untrusted.ts'

/** Entries of each log in an answer. */
const per_page = 10

const input = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 2_048, description: 'Address of a page of a project.' }),
    channel: oneOf(channelIds, { default: 'indexnow', description: 'The engine whose decision is made now.' }),
    check_now: Type.Boolean({
      default: true,
      description: 'Requests the page and its robots.txt, which needs the scope projects:write and up to 30 seconds.',
    }),
  },
  { additionalProperties: false },
)

export const explainUrl = defineTool({
  name: 'explain_url',
  title: 'Explain why a URL was sent or not',
  description:
    'Says in one answer what is known of a URL: the page as it was seen last, the newest decisions of pre-flight with their reasons, the newest deliveries to engines with their responses, and, if the key may, what would be decided now, robots.txt included. Reasons: unchanged (the words are those announced last), noindex, canonical_elsewhere (another page is the canonical one), robots (robots.txt forbids the engine), staging (a test site), redirects (announced with this target before), not_found, still_there (to be deleted, but it answers). Nothing is sent or charged.',
  scope: 'projects:read',
  isReadOnly: true,
  input,

  async run({ url: sent, channel, check_now }, context) {
    const { caller, clients } = context
    const { accountId: account_id } = caller
    const { project: found, url } = await findProjectOf(clients, account_id, { url: sent, field: 'url' })
    const { project_id, project } = found
    const [{ pages }, { verdicts }, { deliveries }, now] = await Promise.all([
      clients.pages.listPages({ account_id, project_id, url, per_page: 1 }),
      clients.pages.listVerdicts({ account_id, project_id, url, per_page }),
      clients.deliveries.listDeliveries({ account_id, project, url, per_page }),
      decideNow(context, { account_id, project_id, project, channel, action: 'update', urls: [url] }, check_now),
    ])
    const newest = deliveries[0] && toDeliveryJson(deliveries[0])
    return {
      url,
      project,
      summary: [summaryOf(newest), nowOf(now)].join(' '),
      robots: robotsOf(now),
      page: pages[0] === undefined ? null : toPage(pages[0]),
      verdicts: verdicts.map(toVerdictJson),
      deliveries: deliveries.map((one) => toDelivery(toDeliveryJson(one))),
      now: 'verdict' in now ? toNow(now) : now,
    }
  },
})

/** Why nothing was decided now, as a code of the API. */
type NotDecided = { not_checked: string }

/** A busy or absent service leaves out what would be decided now, not what is known. */
async function decideNow(
  { caller, clients }: ToolContext,
  asked: Parameters<typeof checkNow>[1],
  isWanted: boolean,
): Promise<CheckedUrl | NotDecided> {
  if (!isWanted) return { not_checked: 'not_wanted' }
  if (!caller.scopes.includes('projects:write')) return { not_checked: 'missing_scope' }
  try {
    const { urls } = await checkNow(clients, asked)
    return urls[0] ?? { not_checked: 'busy' }
  } catch (error) {
    if (!(error instanceof Fault) || (error.kind !== 'unavailable' && error.kind !== 'rate_limited')) throw error
    return { not_checked: error.code }
  }
}

type Delivery = Static<typeof deliveryJson>

function summaryOf(newest: Delivery | undefined): string {
  if (newest === undefined) return 'It was not submitted, or too long ago to be in the log.'
  const { status, channel, submitted_at, reason } = newest
  return `Its newest delivery, to ${channel}, submitted ${submitted_at}, is ${status}${reason === null ? '' : ` (${reason})`}.`
}

function nowOf(now: CheckedUrl | NotDecided): string {
  if (!('verdict' in now)) return `It was not checked now (${now.not_checked}).`
  return `Pre-flight would decide now: ${now.verdict}${now.reason === undefined ? '' : ` (${now.reason})`}.`
}

/** robots.txt is read before the page, and after the test for a staging site. */
function robotsOf(now: CheckedUrl | NotDecided): 'forbidden' | 'allowed' | 'unknown' {
  if (!('verdict' in now)) return 'unknown'
  const { reason } = now
  if (reason === 'robots') return 'forbidden'
  return reason === 'staging' || reason === 'busy' ? 'unknown' : 'allowed'
}

function toPage(known: Parameters<typeof toPageJson>[0]) {
  const { target, url: _url, ...page } = toPageJson(known)
  return { ...page, ...untrusted({ target }) }
}

function toDelivery({ id, batch_id, action, channel, status, reason, ...rest }: Delivery) {
  const { submitted_at, delivered_at, next_at, attempts, engine, engine_status, engine_message, not_checked } = rest
  const { canonical, ...checked } = rest.checked ?? { canonical: null }
  return {
    id,
    batch_id,
    channel,
    action,
    status,
    reason,
    not_checked,
    submitted_at,
    delivered_at,
    next_at,
    attempts,
    engine,
    engine_status,
    checked: rest.checked && checked,
    ...untrusted({ engine_message, canonical }),
  }
}

function toNow(tried: CheckedUrl) {
  const { canonical, url: _url, ...decision } = toTriedJson(tried)
  return { ...decision, ...untrusted({ canonical }) }
}
