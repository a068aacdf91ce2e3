import { type Command, requiredOption } from '../command.ts'

export const accountCreate: Command = {
  name: 'account create',
  summary: 'Makes an account and an API key with every scope; both secrets are shown this once.',
  options: {
    email: { placeholder: 'E', description: 'its e-mail address', required: true },
    plan: { placeholder: 'P', description: 'free, pro or unlimited', required: true },
    password: { placeholder: 'P', description: '8 to 128 characters; made if left out' },
  },
  async run(given, { accounts }) {
    const wanted = {
      email: requiredOption(given, 'email'),
      plan: requiredOption(given, 'plan'),
      password: given['password'],
    }
    const { account, password, api_key } = await accounts.createAccount(wanted)
    if (account === null) throw new Error('The project service answered without the account.')
    const { account_id, email, plan } = account
    const json = { account_id, email, plan, password, api_key }
    return { json, lines: Object.entries(json).map(([field, value]) => `${field.padEnd(10)}  ${value}`) }
  },
}
