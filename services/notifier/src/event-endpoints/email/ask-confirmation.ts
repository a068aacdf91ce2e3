import { randomUUID } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { confirmationType } from '@pagebell/outbound-events/event-types'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { EndpointKey } from '../endpoints.sql.ts'
import { newEvent } from '../event.ts'
import { countConfirmations, insertConfirmationRecord, lockConfirmations } from './confirmations.sql.ts'
import { hashAddress, mailScheme } from './email-address.ts'
import { insertConfirmation } from './email-endpoints.sql.ts'

/** Over all accounts, so that an address cannot be sent a hundred mails that its owner has not asked for. */
const maxToAddress = 3
const validDays = 7

/** Confirmations of one account in 24 hours. */
export type ConfirmationLimits = { maxOfAccount: number }

type ConfirmationTools = { db: Database; mail: ConfirmationLimits | undefined }

/**
 * Counts a confirmation before it is queued, also if it then is not. Throws fault invalid without a mail server,
 * rate_limited past the limit of the account or of the address, and conflict where the recipient has unsubscribed.
 */
export async function reserveConfirmation(
  { db, mail }: ConfirmationTools,
  accountId: string,
  url: string,
): Promise<void> {
  if (mail === undefined) throw noMailServer()
  const { maxOfAccount } = mail
  const hash = hashAddress(url.slice(mailScheme.length))
  await db.acrossAccounts().transaction(async (q) => {
    await lockConfirmations(q, accountId, hash)
    const { of_account, to_address, refused } = await countConfirmations(q, accountId, hash)
    if (refused)
      throw fault('conflict', 'The recipient has unsubscribed. Nothing is sent to this address for 30 days.', {
        code: 'unsubscribed',
      })
    if (of_account >= maxOfAccount)
      throw tooMany(`At most ${maxOfAccount} addresses of an account are asked for confirmation in 24 hours.`)
    if (to_address >= maxToAddress)
      throw tooMany(`An address is asked for confirmation at most ${maxToAddress} times in 24 hours.`)
    await insertConfirmationRecord(q, accountId, hash)
  })
}

function noMailServer() {
  const text = 'There is no e-mail here: the operator has not set SMTP_URL.'
  return fault('invalid', text, { code: 'no_mail_server', errors: { format: [text] } })
}

const tooMany = (text: string) =>
  fault('rate_limited', text, { code: 'too_many_confirmations', retryAfterSeconds: 3_600 })

/** Queues the mail with the link. That of a mail before does not work any longer. */
export async function askConfirmation(q: Queryable, endpoint: EndpointKey): Promise<void> {
  const mark = randomUUID()
  const { body } = newEvent(confirmationType, mark, new Date().toISOString(), {})
  await insertConfirmation(q, endpoint, confirmationType, { mark, body, validDays })
}
