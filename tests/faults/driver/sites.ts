import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { Accounts, Channels, Projects } from '@pagebell/rpc/contracts'
import type { History } from '../history.ts'
import type { Random } from '../random.ts'

/** What changes in an account while it sends. */
export type Churn = 'none' | 'quota' | 'plan' | 'token' | 'project'

export type Account = {
  name: string
  id: string
  email: string
  apiKey: string
  churn: Churn
  hasQuota: boolean
  sites: Site[]
}

export type Token = { name: string; secret: string }

/** A project as its owner sees it. */
export type Site = {
  account: Account
  project: string
  /** Origins of URLs: of the project's host and of its subdomains. */
  origins: string[]
  /** Whether its pages are checked before they are announced; they are served by the run then. */
  preflight: boolean
  token: Token | undefined
  /** Of a source that takes lists of URLs; rotations of the webhook do not end it. */
  source: Token | undefined
  /** Tokens that have ended or are in their grace period. */
  ended: Token[]
  tokens: number
  /** Recently sent URLs, to repeat. */
  recent: string[]
  /** Being deleted; clients send nothing to it. */
  leaving: boolean
}

/** The accounts of a run, each with its initial plan. */
const cast: { churn: Churn; plan: string; sites: number }[] = [
  { churn: 'none', plan: 'unlimited', sites: 2 },
  { churn: 'none', plan: 'pro', sites: 1 },
  { churn: 'quota', plan: 'free', sites: 1 },
  { churn: 'plan', plan: 'free', sites: 1 },
  { churn: 'token', plan: 'unlimited', sites: 2 },
  { churn: 'project', plan: 'unlimited', sites: 1 },
]

export type World = AsyncDisposable & {
  accounts: Account[]
  /** Creates another project of an account, without a token. */
  addSite(account: Account): Promise<Site>
  changePlan(account: Account, plan: string): Promise<void>
}

/** Creates the accounts and their projects through the RPCs of the operator's commands. */
export async function makeWorld(options: {
  projectRpc: string
  internalToken: string
  /** Where the pages of projects with pre-flight are served, under any name. */
  pagesPort: number
  history: History
}): Promise<World> {
  const { projectRpc: address, internalToken, pagesPort, history } = options
  const open = new AsyncDisposableStack()
  const accountsClient = open.use(connectRpc(Accounts, { address, internalToken }))
  const projects = open.use(connectRpc(Projects, { address, internalToken }))
  const channels = open.use(connectRpc(Channels, { address, internalToken }))
  const accounts: Account[] = []
  let made = 0

  async function addSite(account: Account): Promise<Site> {
    const project = `site${++made}-of-${account.name}.example`
    const preflight = made % 2 === 0
    const { project_id } = await projects.ensureProject({ account_id: account.id, project })
    const origins: string[] = []
    // More hosts where pages are asked for, at five a second each.
    const subdomains = preflight ? ['shop', 'blog', 'news'] : ['shop']
    for (const host of [project, ...subdomains.map((name) => `${name}.${project}`)]) {
      const { key } = await channels.getIndexNowKey({ account_id: account.id, project_id, host })
      const { origin, host: withPort } = new URL(preflight ? `http://${host}:${pagesPort}` : `https://${host}`)
      history.write({ kind: 'key', account: account.name, project, host: withPort, key })
      origins.push(origin)
    }
    const tokens = { token: undefined, source: undefined, ended: [], tokens: 0 }
    return { account, project, origins, preflight, ...tokens, recent: [], leaving: false }
  }

  for (const [index, { churn, plan, sites }] of cast.entries()) {
    const name = `a${index + 1}`
    const email = `${name}@faults.localhost`
    const created = await accountsClient.createAccount({ email, plan })
    const id = created.account?.account_id ?? ''
    const limits = created.account?.limits ?? null
    const hasQuota = plan !== 'unlimited'
    const account: Account = { name, id, email, apiKey: created.api_key, churn, hasQuota, sites: [] }
    history.write({ kind: 'account', account: name, id, plan, limits })
    for (let site = 0; site < sites; site++) account.sites.push(await addSite(account))
    accounts.push(account)
  }

  return {
    accounts,
    addSite,
    async changePlan(account, plan) {
      await accountsClient.changePlan({ email: account.email, plan })
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** A random site of an account with this churn. */
export function pickSite(random: Random, accounts: Account[], churn: Account['churn']): Site | undefined {
  const sites = accounts.filter((account) => account.churn === churn).flatMap((account) => account.sites)
  const free = sites.filter((site) => !site.leaving)
  return free.length === 0 ? undefined : random.pick(free)
}
