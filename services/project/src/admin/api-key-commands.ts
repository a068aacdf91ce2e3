import { type Command, requiredOption } from './command.ts'
import { accountEmail, findAccountId } from './named-account.ts'

export const keyCreate: Command = {
  name: 'key create',
  summary: 'Makes an API key; it is shown this once.',
  options: {
    email: accountEmail,
    scopes: {
      placeholder: 'S[,S]',
      description: 'what the key may do, such as reports:read,hooks:write',
      required: true,
    },
    name: { placeholder: 'N', description: 'what you know it by, up to 80 characters' },
    expires: { placeholder: 'TIME', description: 'RFC 3339; never if left out' },
  },
  async run(given, system) {
    const account_id = await findAccountId(given, system)
    const scopes = requiredOption(given, 'scopes').split(',')
    const { expires: expires_at, name } = given
    const { key, api_key } = await system.accounts.createKey({ account_id, scopes, expires_at, name })
    if (key === null) throw new Error('The project service answered without the key.')
    return { json: { ...key, api_key }, lines: [`key_id   ${key.key_id}`, `api_key  ${api_key}`] }
  },
}

export const keyList: Command = {
  name: 'key list',
  summary: 'Lists an account’s API keys, newest first.',
  options: { email: accountEmail },
  async run(given, system) {
    const account_id = await findAccountId(given, system)
    const { keys } = await system.accounts.listKeys({ account_id })
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

export const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'Makes an API key no longer good.',
  options: {
    email: accountEmail,
    id: { placeholder: 'ID', description: 'key_id, as key list shows it', required: true },
  },
  async run(given, system) {
    const account_id = await findAccountId(given, system)
    const key = await system.accounts.revokeKey({ account_id, key_id: requiredOption(given, 'id') })
    return { json: key, lines: [`The key …${key.last_four} is revoked.`] }
  },
}
