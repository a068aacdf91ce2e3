import type { SignIns } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { hashToken, mintToken } from '@pagebell/tokens/token'
import { checkPlan } from '../plan-limits.ts'
import { insertSetupToken } from '../queries/insert-setup-token.ts'
import type { ServiceTools } from '../service-tools.ts'

export const createSetupToken =
  ({ db }: ServiceTools): Handler<typeof SignIns, 'createSetupToken'> =>
  async ({ plan }) => {
    const setupToken = mintToken('pbs_')
    const expiresAt = await insertSetupToken(db, hashToken(setupToken), checkPlan(plan))
    return { setup_token: setupToken, expires_at: expiresAt }
  }
