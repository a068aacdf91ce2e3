import { type Command, requiredOption } from '../command.ts'

export const keyList: Command = {
  name: 'key list',
  summary: 'Lists an account’s API keys, newest first.',
  options: { email: { placeholder: 'E', description: 'the account’s e-mail address', required: true } },
  async run(given, { accounts }) {
    const { account_id } = await accounts.getAccount({ email: requiredOption(given, 'email') })
    const { keys } = await accounts.listKeys({ account_id })
    const lines = keys.map(({ key_id, name, last_four, scopes, created_at, expires_at, last_used_at, revoked_at }) =>
      [
        `${key_id}  …${last_four}  ${scopes.join(',')}`,
        ...(name === undefined ? [] : [name]),
        `made ${created_at}`,
        last_used_at === undefined ? 'never used' : `used ${last_used_at}`,
        expires_at === undefined ? 'does not expire' : `expires ${expires_at}`,
        ...(revoked_at === undefined ? [] : [`revoked ${revoked_at}`]),
      ].join('; '),
    )
    return { json: { keys }, lines }
  },
}
