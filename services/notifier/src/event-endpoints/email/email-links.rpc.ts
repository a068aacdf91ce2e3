import { fault } from '@pagebell/faults/fault'
import type { Database } from '@pagebell/postgres/database'
import { EmailLinks } from '@pagebell/rpc/contracts'
import { type Implementation, implement } from '@pagebell/rpc/serve-rpc'
import type { Seal } from '@pagebell/tokens/seal'
import { openSecret } from '../endpoint-secrets.ts'
import { dropEvents } from '../events.sql.ts'
import { insertRefusal } from './confirmations.sql.ts'
import { hashAddress, mailScheme } from './email-address.ts'
import { confirmEmail, type EmailEndpoint, lockEmailEndpoint, unsubscribeEmail } from './email-endpoints.sql.ts'
import { type LinkPurpose, parseLinkToken, provesLink } from './email-links.ts'

type LinkTools = { db: Database; seal: Seal }

/** What the links in mails do, for a client that has one: the gateway requires no key. */
export const emailLinksRpc = ({ db, seal }: LinkTools): Implementation => {
  /** Runs `use` with the locked endpoint that the token proves to be about. Throws fault not_found. */
  const withEndpoint = (
    token: string,
    purpose: LinkPurpose,
    use: (q: Transaction, of: EmailEndpoint) => Promise<void>,
  ) =>
    db.acrossAccounts().transaction(async (q) => {
      const { endpointId, proof } = parseLinkToken(token) ?? {}
      const endpoint = endpointId === undefined ? undefined : await lockEmailEndpoint(q, endpointId)
      if (endpoint === undefined || proof === undefined) throw noLink()
      const mark = purpose === 'confirm' ? endpoint.mark : ''
      const secret = openSecret(seal, endpoint, endpoint.sealed)
      if (mark === null || !provesLink(proof, { endpointId: endpoint.id, secret, purpose, mark })) throw noLink()
      await use(q, endpoint)
      return { project: endpoint.project }
    })

  return implement(EmailLinks, {
    confirm: async ({ token }) => withEndpoint(token, 'confirm', confirmEmail),

    unsubscribe: async ({ token }) =>
      withEndpoint(token, 'unsubscribe', async (q, endpoint) => {
        await unsubscribeEmail(q, endpoint)
        await dropEvents(q, endpoint)
        await insertRefusal(q, endpoint.account_id, hashAddress(endpoint.url.slice(mailScheme.length)))
      }),
  })
}

type Transaction = Parameters<typeof confirmEmail>[0]

const noLink = () => fault('not_found', 'The link is not known, was used, or is older than seven days.')
