import { accountJson, accountLine } from '../account-output.ts'
import { type Command, requiredOption } from '../command.ts'

const limitNames = [
  'urls_per_day',
  'urls_per_month',
  'calls_per_minute',
  'api_keys',
  'projects',
  'reports',
  'analyses_per_minute',
  'analyses_per_day',
] as const

export const accountShow: Command = {
  name: 'account show',
  summary: 'Shows an account, its limits, and how many API keys and projects it has.',
  options: { email: { placeholder: 'E', description: 'its e-mail address', required: true } },
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
    const told = Object.entries(limits).map(([name, limit]) => `${name}  ${limit ?? 'unlimited'}`)
    return {
      json: { ...accountJson(account), limits, live_keys, projects: total },
      lines: [accountLine(account), `${live_keys} live API keys, ${total} projects`, ...told],
    }
  },
}
