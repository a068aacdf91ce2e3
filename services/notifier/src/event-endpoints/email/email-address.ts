import { createHash } from 'node:crypto'
import { domainToASCII } from 'node:url'

/** As an address is stored and shown (RFC 6068). */
export const mailScheme = 'mailto:'

/** RFC 5321, 4.5.3.1: 64 octets before the at sign, 254 in all. */
const maxLength = 254
/** The atoms of RFC 5322, 3.2.3: without quotes, spaces and comments, so that an address is one thing everywhere. */
const localPart = /^(?=.{1,64}$)[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const domainLabel = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** The address in one form; undefined for what is none. `mailto:` may be before it, without a query. */
export function parseEmailAddress(text: string): string | undefined {
  const address = text.trim().replace(/^mailto:/i, '')
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), domainToASCII(address.slice(at + 1)).toLowerCase()]
  const labels = domain.split('.')
  const isDomain =
    labels.length > 1 && labels.every((label) => domainLabel.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
  const whole = `${local}@${domain}`
  return at > 0 && isDomain && localPart.test(local) && whole.length <= maxLength ? whole : undefined
}

/** The same for all ways of writing one mailbox: letter case, and what follows a plus sign. */
export function hashAddress(address: string): Buffer {
  const at = address.lastIndexOf('@')
  const mailbox = address.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return createHash('sha256')
    .update(`${mailbox}${address.slice(at)}`.toLowerCase())
    .digest()
}
