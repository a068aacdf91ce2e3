import { parseEmailAddress } from './email-address.ts'
import type { MailServer } from './mail-server.ts'

const defaultPorts = { 'smtps:': 465, 'smtp:': 587 } as const

/**
 * The mail server of `SMTP_URL` and `EMAIL_FROM`; undefined if there is none. Throws for what is none, without the
 * password in its text.
 */
export function readMailServer(smtpUrl: string, from: string): MailServer | undefined {
  if (smtpUrl === '') return undefined
  const url = URL.parse(smtpUrl)
  if (url === null || !(url.protocol in defaultPorts) || url.hostname === '')
    throw new Error('SMTP_URL has to be smtp:// or smtps://, a host and, if the server wants them, user and password.')
  const { port, tls } = {
    port: defaultPorts[url.protocol as keyof typeof defaultPorts],
    tls: url.searchParams.get('tls'),
  }
  if (tls !== null && tls !== 'none') throw new Error('SMTP_URL knows tls=none in its query, and nothing else.')
  if (tls === 'none' && url.protocol === 'smtps:')
    throw new Error('SMTP_URL with smtps:// has TLS: leave out tls=none.')
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? port : Number(url.port),
    tls: url.protocol === 'smtps:' ? 'first' : (tls ?? 'starttls'),
    auth: url.username === '' ? undefined : readUser(url),
    from: readSender(from),
  }
}

const readUser = ({ username, password }: URL) => ({
  user: decodeURIComponent(username),
  pass: decodeURIComponent(password),
})

function readSender(from: string): MailServer['from'] {
  const [, name = '', bracketed] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(from.trim()) ?? []
  const address = parseEmailAddress(bracketed ?? from)
  if (address !== undefined) return { name: name.trim(), address }
  throw new Error('EMAIL_FROM has to be an address, such as pagebell@example.com or Pagebell <pagebell@example.com>.')
}
