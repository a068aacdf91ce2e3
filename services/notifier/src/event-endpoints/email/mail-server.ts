import { once } from 'node:events'
import { connect } from 'node:net'
import { awakeTimeout } from '../../engines/clients.ts'
import type { ReceiverResult } from '../receiver-client.ts'

/** The operator's mail server, and who its mails are from. */
export type MailServer = {
  host: string
  port: number
  /** From the first byte (smtps), after STARTTLS, which is required, or not at all. */
  tls: 'first' | 'starttls' | 'none'
  auth: { user: string; pass: string } | undefined
  from: { name: string; address: string }
}

export type Mail = {
  to: string
  messageId: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** `status` is the reply of the server (RFC 5321, 4.2); null if there was none. */
export type MailOutcome = { status: number | null; answer: string; result: ReceiverResult }
export type SendMail = (mail: Mail) => Promise<MailOutcome>

/**
 * Sends each mail by a separate connection, which is destroyed after `timeoutMs`: a server that writes a byte at a time
 * would hold it for as long as it likes otherwise.
 */
export const createMailSender =
  ({ host, port, tls, auth, from }: MailServer, timeoutMs: number): SendMail =>
  async ({ to, headers, ...content }) => {
    // Loaded with the first mail: it imports node:http, which evaluates Node's built-in fetch, so that a start took longer.
    const { createTransport } = await import('nodemailer')
    using deadline = awakeTimeout(timeoutMs)
    const socket = connect({ host, port, signal: deadline.signal })
    try {
      await once(socket, 'connect')
      const transport = createTransport({
        host,
        port,
        secure: tls === 'first',
        requireTLS: tls === 'starttls',
        ignoreTLS: tls === 'none',
        ...(auth !== undefined && { auth }),
        getSocket: (_options: unknown, callback: (error: null, socket: object) => void) =>
          callback(null, { connection: socket }),
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      const prepared = Object.entries(headers).map(([key, value]) => ({ key, value: { prepared: true, value } }))
      const { response } = await transport.sendMail({
        ...content,
        from,
        to: { name: '', address: to },
        envelope: { from: from.address, to: [to] },
        headers: prepared,
      })
      return { status: Number(response.slice(0, 3)), answer: response, result: {} }
    } catch (error) {
      return deadline.signal.aborted ? { status: null, answer: '', result: { reason: 'timeout' } } : readFailure(error)
    } finally {
      socket.destroy()
    }
  }

type MailError = { code?: string; responseCode?: number; response?: string; command?: string }

/** What was said of a recipient or a mail is for its owner; what was said before that concerns the operator. */
function readFailure(error: unknown): MailOutcome {
  const { code = '', responseCode, response = '', command = '' } = error as MailError
  const isReply = responseCode !== undefined && code !== 'ETLS'
  if (!isReply) return { status: null, answer: '', result: { reason: reasons[code] ?? 'connection_lost' } }
  const reason = `smtp_${responseCode}`
  const [isRecipient, isContent] = [command === 'RCPT TO', command === 'DATA']
  const answer = isRecipient || isContent ? response : ''
  if (responseCode < 500 || answer === '') return { status: responseCode, answer, result: { reason } }
  // RFC 3463: 5.1 and 5.2 are about the mailbox, and some servers look at it only when they have the mail.
  const isGone = isRecipient || /\b5\.[12]\.\d/.test(response)
  return { status: responseCode, answer, result: { reason, ...(isGone ? { gone: true } : { final: true }) } }
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EDNS: 'dns',
  ETLS: 'tls',
  EAUTH: 'auth',
  ETIMEDOUT: 'timeout',
}
