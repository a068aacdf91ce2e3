import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { Accounts, Channels, Projects } from '@pagebell/rpc/contracts'
import type { History } from '../history.ts'
import type { Random } from '../random.ts'

/** What happens to an account's things while it sends. */
export type Churn = 'none' | 'quota' | 'plan' | 'token' | 'project'

export type Account = { name: string; id: string; email: string; apiKey: string; churn: Churn; sites: Site[] }

export type Token = { name: string; secret: string }

/** A project as its owner sees it. */
export type Site = {
  account: Account
  project: string
  /** What URLs may stand on: the project's own host and one below it. */
  hosts: string[]
  token: Token | undefined
  /** Tokens that are good no more, or not for long. */
  ended: Token[]
  tokens: number
  /** URLs sent lately, to be sent again. */
  recent: string[]
  /** Being deleted: its clients let it be. */
  leaving: boolean
}

/** The accounts of a run: what each is for, and the plan it begins with. */
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
  /** One more project of an account, without a token. */
  addSite(account: Account): Promise<Site>
  changePlan(account: Account, plan: string): Promise<void>
}

/** Makes the accounts and their projects, by the calls that the operator's commands make. */
export async function makeWorld(peer: { projectRpc: string; internalToken: string; history: History }): Promise<World> {
  const { projectRpc: address, internalToken, history } = peer
  const open = new AsyncDisposableStack()
  const accountsPeer = open.use(connectRpc(Accounts, { address, internalToken }))
  const projects = open.use(connectRpc(Projects, { address, internalToken }))
  const channels = open.use(connectRpc(Channels, { address, internalToken }))
  const accounts: Account[] = []
  let made = 0

  async function addSite(account: Account): Promise<Site> {
    const project = `site${++made}-of-${account.name}.example`
    const { project_id } = await projects.ensureProject({ account_id: account.id, project })
    const hosts = [project, `shop.${project}`]
    for (const host of hosts) {
      const { key } = await channels.getIndexNowKey({ account_id: account.id, project_id, host })
      history.write({ kind: 'key', account: account.name, project, host, key })
    }
    return { account, project, hosts, token: undefined, ended: [], tokens: 0, recent: [], leaving: false }
  }

  for (const [index, { churn, plan, sites }] of cast.entries()) {
    const name = `a${index + 1}`
    const email = `${name}@faults.localhost`
    const created = await accountsPeer.createAccount({ email, plan })
    const id = created.account?.account_id ?? ''
    const limits = created.account?.limits ?? null
    const account: Account = { name, id, email, apiKey: created.api_key, churn, sites: [] }
    history.write({ kind: 'account', account: name, id, plan, limits })
    for (let site = 0; site < sites; site++) account.sites.push(await addSite(account))
    accounts.push(account)
  }

  return {
    accounts,
    addSite,
    async changePlan(account, plan) {
      await accountsPeer.changePlan({ email: account.email, plan })
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** The site with which a kind of churn may begin now. */
export function pickSite(random: Random, accounts: Account[], churn: Account['churn']): Site | undefined {
  const sites = accounts.filter((account) => account.churn === churn).flatMap((account) => account.sites)
  const free = sites.filter((site) => !site.leaving)
  return free.length === 0 ? undefined : random.pick(free)
}
