import { createHash } from 'node:crypto'
import { Fault } from '@pagebell/faults/fault'
import { connectRpc, type RpcClient } from '@pagebell/rpc/connect-rpc'
import { Accounts, Hooks, Projects, SignIns } from '@pagebell/rpc/contracts'
import { type Demo, readSecrets, writeSecrets } from './keep-secrets.ts'

const email = 'demo@pagebell.localhost'
const scopes = ['reports:read', 'reports:write', 'projects:read', 'projects:write', 'hooks:write']

/** The parts of the running system that creating the demo account needs. */
export type DemoTarget = {
  projectRpc: string
  intakeRpc: string
  internalToken: string
  dataDir: string
  project: string
}

/** `setupToken` creates the user's account; it is set at the first start, when the demo account is created too. */
export type MadeDemo = { demo: Demo; indexnowKey: string; setupToken: string | undefined }

/**
 * Creates the demo account with a key, the sample site's project and its webhook token at the first start, stores them
 * in the data directory, and recreates what is missing. A rotated hook is left alone; its token is then undefined.
 */
export async function makeDemo(target: DemoTarget): Promise<MadeDemo> {
  const { dataDir } = target
  const credentials = { internalToken: target.internalToken, caller: 'admin' as const }
  await using accounts = connectRpc(Accounts, { address: target.projectRpc, ...credentials })
  await using projects = connectRpc(Projects, { address: target.projectRpc, ...credentials })
  await using hooks = connectRpc(Hooks, { address: target.intakeRpc, ...credentials })

  const secrets = await readSecrets(dataDir)
  const known = secrets.demo
  const demo: Demo =
    known !== undefined && (await isGood(accounts, known.apiKey))
      ? { ...known, project: target.project }
      : { ...(await newKey(accounts)), email, project: target.project }
  const account = await accounts.getAccount({ email })
  const project = await projects.ensureProject({ account_id: account.account_id, project: target.project })

  const place = { account_id: account.account_id, project_id: project.project_id }
  const hook = await orUndefined(hooks.getHook(place), 'not_found')
  if (hook === undefined) {
    const { calls_per_minute: _calls, ...urls } = account.limits ?? {}
    const limits = { ...urls, version: account.limits_version }
    const rotated = await hooks.rotateHook({ ...place, project: project.project, grace_seconds: 0, limits })
    demo.hookToken = rotated.token
  } else if (demo.hookToken?.endsWith(hook.last_four) !== true) {
    delete demo.hookToken
  }
  await writeSecrets(dataDir, { ...(await readSecrets(dataDir)), demo })
  const setupToken = known === undefined ? await newSetupToken(target) : undefined
  return { demo, indexnowKey: project.indexnow_key, setupToken }
}

async function newSetupToken({ projectRpc: address, internalToken }: DemoTarget): Promise<string> {
  await using signIns = connectRpc(SignIns, { address, internalToken, caller: 'admin' })
  return (await signIns.createSetupToken({ plan: 'unlimited' })).setup_token
}

type AccountsClient = RpcClient<typeof Accounts>

async function isGood(accounts: AccountsClient, apiKey: string): Promise<boolean> {
  const caller = accounts.authenticate({ key_sha256: createHash('sha256').update(apiKey).digest() })
  return (await orUndefined(caller, 'unauthenticated')) !== undefined
}

async function newKey(accounts: AccountsClient): Promise<{ apiKey: string; password?: string }> {
  const created = await orUndefined(accounts.createAccount({ email, plan: 'pro' }), 'conflict')
  if (created !== undefined) return { apiKey: created.api_key, password: created.password }
  const { account_id } = await accounts.getAccount({ email })
  return { apiKey: (await accounts.createKey({ account_id, scopes })).api_key }
}

async function orUndefined<T>(answer: Promise<T>, kind: Fault['kind']): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Fault && error.kind === kind) return undefined
    throw error
  }
}
