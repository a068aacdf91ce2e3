import type { Random } from '../random.ts'
import type { Site, Token } from './sites.ts'

/** One webhook request; the client repeats it after an inconclusive response. */
export type Request = {
  site: Site
  token: Token
  /** Sent to a source of the project in place of its webhook. */
  toSource: boolean
  urls: string[]
  action: 'update' | 'delete'
  idempotencyKey: string | undefined
  dryRun: boolean
  preflight: boolean
  /** When its pages may be checked, as fields of the webhook; empty for at once. */
  schedule: object
}

let pages = 0

/** Composes the next request to a site: mostly new URLs, with some repeated, foreign and invalid ones. */
export function composeRequest(random: Random, site: Site, token: Token): Request {
  const toSource = token === site.source
  const fresh = Array.from({ length: howMany(random, site) }, () => freshUrl(random, site))
  // Repeats fall within, after and at the edge of the dedupe window.
  const again =
    site.recent.length === 0 ? [] : Array.from({ length: random.integer(0, 3) }, () => random.pick(site.recent))
  // A source leaves URLs of other sites out of its answer.
  const odd = [
    ...(!toSource && random.chance(0.03) ? ['https://somewhere-else.example/page'] : []),
    ...(!toSource && random.chance(0.02) ? ['no url at all'] : []),
    ...(random.chance(0.1) ? fresh.slice(0, 1) : []),
  ]
  const urls = [...fresh, ...again, ...odd]
  site.recent = [...fresh.slice(-5), ...site.recent].slice(0, 500)
  return {
    site,
    token,
    toSource,
    urls,
    action: random.chance(0.05) ? 'delete' : 'update',
    idempotencyKey: !toSource && random.chance(0.2) ? crypto.randomUUID() : undefined,
    dryRun: !toSource && random.chance(0.02),
    preflight: site.preflight,
    schedule: site.preflight ? scheduleOf(random, site) : {},
  }
}

/** Some requests wait for a deploy, which is seen after a few requests or never, and some for their time. */
function scheduleOf(random: Random, { origins }: Site): object {
  if (random.chance(0.1)) return { not_before: new Date(Date.now() + random.integer(1, 8) * 1_000).toISOString() }
  if (!random.chance(0.15)) return {}
  const contains = random.chance(0.8) ? 'deployed' : 'never'
  return { wait: { url: `${random.pick(origins)}/version.txt`, contains, for_seconds: random.integer(5, 25) } }
}

/** Mostly small requests, some large, and a few that are split into several messages. */
function howMany(random: Random, { account, preflight }: Site): number {
  // Pages are asked for at five a second and host: more would be sent unchecked, and put nothing to the test.
  if (preflight) return random.integer(1, 2)
  if (account.churn === 'quota' || account.churn === 'plan') return random.integer(1, 15)
  if (random.chance(0.004)) return random.integer(1_001, 1_300)
  return random.chance(0.1) ? random.integer(50, 150) : random.integer(1, 20)
}

/** Contains the name of its account: the marker that must not appear with another account. */
function freshUrl(random: Random, { account, origins, preflight }: Site): string {
  const refused = random.chance(0.002) ? 'refused/' : ''
  const kind = preflight ? random.pick(pageKinds) : ''
  return `${random.pick(origins)}/of-${account.name}/${kind}${refused}${++pages}`
}

/** What `harness/serve-pages.ts` answers; most pages stay as they are. */
const pageKinds = ['', '', '', '', '', '', '', 'changing/', 'noindex/', 'gone/']
