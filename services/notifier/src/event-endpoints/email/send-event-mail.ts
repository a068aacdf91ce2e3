import { confirmationType } from '@pagebell/outbound-events/event-types'
import type { Queryable } from '@pagebell/postgres/database'
import { describeEvent } from '../formats/event-text.ts'
import type { EventText } from '../formats/format.ts'
import type { ClaimedEvent } from '../record-attempt.ts'
import { mailScheme } from './email-address.ts'
import { countMails } from './email-endpoints.sql.ts'
import { linkUrl, makeLinkToken } from './email-links.ts'
import { writeMail } from './event-mail.ts'
import type { MailOutcome, MailServer, SendMail } from './mail-server.ts'

/** A confirmed address gets so many mails of one endpoint in 24 hours. */
const maxMailsPerDay = 200

export type MailTools = {
  q: Queryable
  /** Undefined if the operator has no mail server (any longer). */
  send: SendMail | undefined
  from: MailServer['from'] | undefined
  publicUrl: string
}

/**
 * Sends an event by mail: nothing but the confirmation to an address that is not confirmed. The Message-ID is that of the
 * event at this endpoint, so that a mail that comes twice can be recognised.
 */
export async function sendEventMail(
  { q, send, from, publicUrl }: MailTools,
  event: ClaimedEvent,
  secret: string,
): Promise<MailOutcome> {
  if (send === undefined || from === undefined) return unsent('no_mail_server')
  const isConfirmation = event.type === confirmationType
  if (!isConfirmation && event.confirmed_at === null) return unsent('unconfirmed', { final: true })
  if (!isConfirmation && (await countMails(q, event, maxMailsPerDay)) >= maxMailsPerDay)
    return unsent('too_many_mails', { final: true })

  const about = { endpointId: event.endpoint_id, secret }
  const unsubscribe = makeLinkToken({ ...about, purpose: 'unsubscribe', mark: '' })
  const confirm = makeLinkToken({ ...about, purpose: 'confirm', mark: event.subject })
  const unsubscribeUrl = linkUrl(publicUrl, 'unsubscribe', unsubscribe)
  const to = event.url.slice(mailScheme.length)
  const text = isConfirmation
    ? confirmationText(event.project, to, linkUrl(publicUrl, 'confirm', confirm))
    : describeEvent(event.type, event.body, publicUrl)
  const reason = isConfirmation
    ? `You get this mail because ${to} was entered at ${publicUrl}. If you unsubscribe, you get no other one.`
    : `You get this mail because ${to} is confirmed for events of ${event.project} at ${publicUrl}.`
  return send({
    to,
    messageId: `<${event.event_id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    ...writeMail(text, { reason, unsubscribeUrl }),
    headers: {
      // RFC 3834, RFC 2369 and RFC 8058.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
}

const confirmationText = (project: string, to: string, url: string): EventText => ({
  title: `Confirm your address for events of ${project}`,
  lines: [
    {
      text: `The events of ${project}, such as alerts and reports, are to be sent to ${to}. Its owner has entered this address.`,
    },
    { text: 'If that was you, or is fine with you, confirm it within seven days. Until then nothing else is sent.' },
  ],
  link: { url, label: 'Confirm the address' },
  severity: 'neutral',
})

const unsent = (reason: string, more: { final?: true } = {}): MailOutcome => ({
  status: null,
  answer: '',
  result: { reason, ...more },
})
