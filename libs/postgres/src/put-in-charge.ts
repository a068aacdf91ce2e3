import type { Statement } from './run-statement.ts'

/** In whose name a connection works: an account's id, or `everyAccount`. Nobody's while this is empty. */
export const accountSetting = 'pagebell.account'

export const everyAccount = 'every'

/** From here on the connection works in this account's name. */
export const putInCharge = (account: string): Statement => ({
  name: 'put-in-charge',
  text: `select set_config('${accountSetting}', $1, false)`,
  values: [account],
})
