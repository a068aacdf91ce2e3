import { type Command, requiredOption } from '../command.ts'

export const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'Makes an API key no longer good.',
  options: {
    email: { placeholder: 'E', description: 'the account’s e-mail address', required: true },
    id: { placeholder: 'ID', description: 'key_id, as key list shows it', required: true },
  },
  async run(given, { accounts }) {
    const { account_id } = await accounts.getAccount({ email: requiredOption(given, 'email') })
    const key = await accounts.revokeKey({ account_id, key_id: requiredOption(given, 'id') })
    return { json: key, lines: [`The key …${key.last_four} is revoked.`] }
  },
}
