import { type Command, requiredOption } from '../command.ts'

export const keyCreate: Command = {
  name: 'key create',
  summary: 'Makes an API key; it is shown this once.',
  options: {
    email: { placeholder: 'E', description: 'the account’s e-mail address', required: true },
    scopes: {
      placeholder: 'S[,S]',
      description: 'what the key may do, such as reports:read,hooks:write',
      required: true,
    },
    name: { placeholder: 'N', description: 'what you know it by, up to 80 characters' },
    expires: { placeholder: 'TIME', description: 'RFC 3339; never if left out' },
  },
  async run(given, { accounts }) {
    const { account_id } = await accounts.getAccount({ email: requiredOption(given, 'email') })
    const scopes = requiredOption(given, 'scopes').split(',')
    const { expires: expires_at, name } = given
    const { key, api_key } = await accounts.createKey({ account_id, scopes, expires_at, name })
    if (key === null) throw new Error('The project service answered without the key.')
    return { json: { ...key, api_key }, lines: [`key_id   ${key.key_id}`, `api_key  ${api_key}`] }
  },
}
