import { setTimeout as pause } from 'node:timers/promises'
import { type History, now } from '../history.ts'
import type { Random } from '../random.ts'
import { type Answer, call } from './call.ts'
import { composeRequest } from './compose.ts'
import { type SubmitEndpoints, sendOnce } from './send.ts'
import { pickSite, type Site, type Token, type World } from './sites.ts'

export type Operating = {
  history: History
  random: Random
  world: World
  submitEndpoints: SubmitEndpoints
  gatewayUrl: string
  sampleSiteUrl: string
  stop: AbortSignal
}

/** Performs the site owners' operations, one after another. */
export async function operateUntilStopped(operating: Operating): Promise<void> {
  const { random, stop } = operating
  const acts = [rotate, rotate, switchOffAndOn, changePlan, replaceProject, rate, rate, readDeliveries, readDeliveries]
  while (!stop.aborted) {
    await random.pick(acts)(operating)
    await pause(random.between(200, 1_500), undefined, { signal: stop }).catch(() => undefined)
  }
}

/** Requests a token until it gets one: a rotation without a response may have ended the old token. */
export async function rotate(
  operating: Operating,
  site = pickSite(operating.random, operating.world.accounts, 'token'),
) {
  if (site === undefined) return
  const grace = site.token !== undefined && operating.random.chance(0.3) ? 2 : 0
  let answer: Answer | undefined
  while (answer?.status !== 201 && !operating.stop.aborted) {
    answer = await control(operating, site, 'rotate', 'POST', '/hook', { grace })
    if (answer?.status !== 201) await pause(300)
  }
  const { token } = (answer?.body['data'] ?? {}) as { token?: string }
  if (token === undefined) return
  const before = site.token
  if (before !== undefined) site.ended = [before, ...site.ended].slice(0, 3)
  site.token = { name: `${site.project}#${++site.tokens}`, secret: token }
  operating.history.write({ kind: 'token', account: site.account.name, project: site.project, token: site.token.name })
  if (before !== undefined) await tryAgain(operating, site, before)
}

/** Sends with a token that has just ended, as a client that does not have the new one. */
async function tryAgain(operating: Operating, site: Site, token: Token): Promise<void> {
  const { random } = operating
  await Promise.all([1, 2, 3].map(() => sendOnce(operating, composeRequest(random, site, token))))
}

/** Adds a source to a site without quota and pre-flight: nothing waits, and all that is accepted is submitted at once. */
export async function addSource({ history, gatewayUrl, stop }: Operating, site: Site): Promise<void> {
  const { account, project, preflight } = site
  if (preflight || account.hasQuota) return
  const request = {
    url: `${gatewayUrl}/api/v1/projects/${project}/sources`,
    method: 'POST',
    headers: { authorization: `Bearer ${account.apiKey}` },
    body: { kind: 'urls', name: 'Script' },
  }
  let answer: Answer | undefined
  while (answer?.status !== 201 && !stop.aborted) {
    answer = await call(history, 'source', { account: account.name, project }, request)
    if (answer?.status !== 201) await pause(300)
  }
  const { token } = (answer?.body['data'] ?? {}) as { token?: string }
  if (token === undefined) return
  site.source = { name: `${project}#source`, secret: token }
  history.write({ kind: 'token', account: account.name, project, token: site.source.name })
}

async function switchOffAndOn(operating: Operating): Promise<void> {
  const site = pickSite(operating.random, operating.world.accounts, 'token')
  if (site === undefined) return
  const { token } = site
  await control(operating, site, 'disable', 'PATCH', '/hook', { enabled: false })
  if (token !== undefined) await tryAgain(operating, site, token)
  await pause(operating.random.between(300, 1_500))
  let answer: Answer | undefined
  while (answer?.status !== 200 && !operating.stop.aborted)
    answer = await control(operating, site, 'enable', 'PATCH', '/hook', { enabled: true })
}

async function changePlan({ history, random, world }: Operating): Promise<void> {
  const account = random.pick(world.accounts.filter((one) => one.churn === 'plan'))
  const plan = random.pick(['free', 'pro'])
  const id = crypto.randomUUID()
  history.write({ kind: 'plan.sent', id, account: account.name, plan })
  await world.changePlan(account, plan).then(
    () => history.write({ kind: 'plan.answered', id }),
    (error: Error) => history.write({ kind: 'plan.lost', id, why: error.message }),
  )
}

/** Deletes a project with its pending deliveries, and creates another in its place. */
async function replaceProject(operating: Operating): Promise<void> {
  const { random, world, stop } = operating
  const site = pickSite(random, world.accounts, 'project')
  if (site === undefined || random.chance(0.5)) return
  const { account } = site
  const next = await world.addSite(account).catch(() => undefined)
  if (next === undefined) return
  await rotate(operating, next)
  await addSource(operating, next)
  account.sites.push(next)
  site.leaving = true
  let answer: Answer | undefined
  while (answer?.status !== 200 && answer?.status !== 404 && !stop.aborted) {
    answer = await control(operating, site, 'delete', 'DELETE', '')
    if (answer?.status !== 200) await pause(300)
  }
  account.sites = account.sites.filter((one) => one !== site)
}

/** Each of these except `enable` ends all earlier tokens of the site, after the grace period if one is set. */
function control(
  { history, gatewayUrl }: Operating,
  site: Site,
  what: 'rotate' | 'disable' | 'enable' | 'delete',
  method: string,
  path: string,
  body?: { grace?: number; enabled?: boolean },
): Promise<Answer | undefined> {
  const { account, project, tokens } = site
  const about = { what, account: account.name, project, tokens, ...(body?.grace ? { grace: body.grace } : {}) }
  const url = `${gatewayUrl}/api/v1/projects/${project}${path}`
  const headers = { authorization: `Bearer ${account.apiKey}` }
  return call(history, 'control', about, { url, method, headers, ...(body && { body }) })
}

async function rate({ history, world, gatewayUrl, sampleSiteUrl }: Operating): Promise<void> {
  const [account] = world.accounts
  if (account === undefined) return
  await call(
    history,
    'report',
    { account: account.name },
    {
      url: `${gatewayUrl}/api/v1/reports`,
      method: 'POST',
      headers: { authorization: `Bearer ${account.apiKey}` },
      body: { url: `${sampleSiteUrl}/?at=${Math.floor(now())}` },
    },
    ({ data }) => ({ report: (data as { id?: string } | undefined)?.id }),
  )
}

/** Reads the delivery log of one account; the checker searches it for other accounts' markers. */
async function readDeliveries({ history, random, world, gatewayUrl }: Operating): Promise<void> {
  const site = pickSite(random, world.accounts, random.pick(['none', 'token', 'project'] as const))
  if (site === undefined) return
  await call(
    history,
    'read',
    { account: site.account.name },
    {
      url: `${gatewayUrl}/api/v1/projects/${site.project}/deliveries?per_page=25`,
      method: 'GET',
      headers: { authorization: `Bearer ${site.account.apiKey}` },
    },
    ({ data }) => ({ urls: Array.isArray(data) ? data.map((one: { url: string }) => one.url) : [] }),
  )
}
