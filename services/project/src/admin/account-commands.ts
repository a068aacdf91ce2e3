import { text } from 'node:stream/consumers'
import type { Account__Output as Account } from '@pagebell/protos/project/v1/project'
import { type Command, requiredOption } from './command.ts'
import { accountJson, accountLine, ownEmail } from './named-account.ts'
import { UsageError } from './usage-error.ts'

const warning =
  'Warning: other users of this machine can read a password among the arguments. Use --password - and standard input.'

export const accountCreate: Command = {
  name: 'account create',
  summary: 'Makes an account and an API key with every scope; both secrets are shown this once.',
  options: {
    email: ownEmail,
    plan: { placeholder: 'P', description: 'free, pro or unlimited', required: true },
    password: { placeholder: 'P', description: '- reads it from standard input; made if left out' },
  },
  async run(given, { accounts }) {
    const request = {
      email: requiredOption(given, 'email'),
      plan: requiredOption(given, 'plan'),
      password: given['password'] === '-' ? await readSecret('password') : given['password'],
    }
    const { account, password, api_key } = await accounts.createAccount(request)
    if (account === null) throw new Error('The project service answered without the account.')
    const { account_id, email, plan } = account
    const isArgument = ![undefined, '-'].includes(given['password'])
    const json = { account_id, email, plan, password, api_key }
    const lines = Object.entries(json).map(([field, value]) => `${field.padEnd(10)}  ${value}`)
    return { json, lines, ...(isArgument && { warning }) }
  },
}

/**
 * The first line of standard input, for a secret: arguments can be read by every user of the machine. Throws UsageError
 * if there is none.
 */
async function readSecret(option: string): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/, 1)
  if (line === '') throw new UsageError(`--${option} - reads one line of standard input, and there is none.`)
  return line
}

export const accountList: Command = {
  name: 'account list',
  summary: 'Lists every account, the oldest first.',
  options: {},
  async run(_given, { accounts }) {
    const all: Account[] = []
    let after: string | undefined
    do {
      const page = await accounts.listAccounts({ after })
      all.push(...page.accounts)
      after = page.next_after
    } while (after !== undefined)
    return { json: { accounts: all.map(accountJson) }, lines: all.map(accountLine) }
  },
}

const limitNames = [
  'urls_per_day',
  'urls_per_month',
  'calls_per_minute',
  'api_keys',
  'projects',
  'reports',
  'analyses_per_minute',
  'analyses_per_day',
  'site_pages',
] as const

export const accountShow: Command = {
  name: 'account show',
  summary: 'Shows an account, its limits, and how many API keys and projects it has.',
  options: { email: ownEmail },
  async run(given, { accounts, projects }) {
    const account = await accounts.getAccount({ email: requiredOption(given, 'email') })
    const { account_id } = account
    const { keys } = await accounts.listKeys({ account_id })
    const isLive = ({ revoked_at, expires_at }: (typeof keys)[number]) =>
      revoked_at === undefined && (expires_at === undefined || Date.parse(expires_at) > Date.now())
    const first = { account_id, sort_by: 'created_at', sort: 'asc', per_page: 10, page: 1 }
    const { total } = await projects.listProjects(first)
    const limits = Object.fromEntries(limitNames.map((name) => [name, account.limits?.[name] ?? null]))
    const live_keys = keys.filter(isLive).length
    const limitLines = Object.entries(limits).map(([name, limit]) => `${name}  ${limit ?? 'unlimited'}`)
    return {
      json: { ...accountJson(account), limits, live_keys, projects: total },
      lines: [accountLine(account), `${live_keys} live API keys, ${total} projects`, ...limitLines],
    }
  },
}

export const accountEndSessions: Command = {
  name: 'account end-sessions',
  summary: 'Signs an account out of the panel everywhere, within seconds; its password stays.',
  options: { email: ownEmail },
  async run(given, { signIns }) {
    const account = await signIns.endSessions({ email: requiredOption(given, 'email') })
    return { json: accountJson(account), lines: [`${account.email} is signed out everywhere.`] }
  },
}

export const accountResetLink: Command = {
  name: 'account reset-link',
  summary: 'Makes a link under which an account’s owner sets a new password, within 24 hours.',
  options: { email: ownEmail },
  async run(given, { signIns, publicUrl }) {
    const { reset_token, expires_at } = await signIns.createResetToken({ email: requiredOption(given, 'email') })
    // In the fragment, which browsers do not send: the token is in no log and no Referer.
    const reset_link = `${publicUrl}/setup#${reset_token}`
    return { json: { reset_link, reset_token, expires_at }, lines: [`${reset_link}  (until ${expires_at})`] }
  },
}

export const setupLink: Command = {
  name: 'setup-link',
  summary: 'Makes a link under which one account can be made, within 24 hours; others that are unused stay good.',
  options: { plan: { placeholder: 'P', description: 'free, pro or unlimited; unlimited if left out' } },
  async run(given, { signIns, publicUrl }) {
    const { setup_token, expires_at } = await signIns.createSetupToken({ plan: given['plan'] ?? 'unlimited' })
    // In the fragment, which browsers do not send: the token is in no log and no Referer.
    const setup_link = `${publicUrl}/setup#${setup_token}`
    return { json: { setup_link, setup_token, expires_at }, lines: [`${setup_link}  (until ${expires_at})`] }
  },
}
