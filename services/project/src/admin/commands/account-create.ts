import { type Command, requiredOption } from '../command.ts'
import { readSecret } from '../read-secret.ts'

const warning =
  'Warning: other users of this machine can read a password among the arguments. Use --password - and standard input.'

export const accountCreate: Command = {
  name: 'account create',
  summary: 'Makes an account and an API key with every scope; both secrets are shown this once.',
  options: {
    email: { placeholder: 'E', description: 'its e-mail address', required: true },
    plan: { placeholder: 'P', description: 'free, pro or unlimited', required: true },
    password: { placeholder: 'P', description: '- reads it from standard input; made if left out' },
  },
  async run(given, { accounts }) {
    const wanted = {
      email: requiredOption(given, 'email'),
      plan: requiredOption(given, 'plan'),
      password: given['password'] === '-' ? await readSecret('password') : given['password'],
    }
    const { account, password, api_key } = await accounts.createAccount(wanted)
    if (account === null) throw new Error('The project service answered without the account.')
    const { account_id, email, plan } = account
    const isArgument = ![undefined, '-'].includes(given['password'])
    const json = { account_id, email, plan, password, api_key }
    const lines = Object.entries(json).map(([field, value]) => `${field.padEnd(10)}  ${value}`)
    return { json, lines, ...(isArgument && { warning }) }
  },
}
