import type { SignIns } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { hashToken, mintToken } from '@pagebell/tokens/token'
import { isEmail } from '../check-email.ts'
import { noAccount } from '../not-found.ts'
import { replacePasswordReset } from '../queries/replace-password-reset.ts'
import type { ServiceTools } from '../service-tools.ts'

export const createResetToken =
  ({ db }: ServiceTools): Handler<typeof SignIns, 'createResetToken'> =>
  async ({ email }) => {
    const resetToken = mintToken('pbs_')
    const expiresAt = isEmail(email) ? await replacePasswordReset(db, email, hashToken(resetToken)) : undefined
    if (expiresAt === undefined) throw noAccount()
    return { reset_token: resetToken, expires_at: expiresAt }
  }
