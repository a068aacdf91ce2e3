import type { SignIns } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { accountReply } from '../account-reply.ts'
import { isEmail } from '../check-email.ts'
import { noAccount } from '../not-found.ts'
import { raisePasswordVersion } from '../queries/raise-password-version.ts'
import type { ServiceTools } from '../service-tools.ts'

export const endSessions =
  ({ db }: ServiceTools): Handler<typeof SignIns, 'endSessions'> =>
  async ({ email }) => {
    const row = isEmail(email) ? await raisePasswordVersion(db, email) : undefined
    if (row === undefined) throw noAccount()
    return accountReply(row)
  }
