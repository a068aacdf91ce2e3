import { isIP } from 'node:net'
import { isInAny, isPublicAddress, type Range } from './blocked-ranges.ts'
import { FetchFailure } from './fetch-failure.ts'

const maxUrlLength = 2048
/** No space, control character or backslash. */
const plain = /^[\x21-\x5b\x5d-\x7e\u0080-\uffff]*$/
/** RFC 1123 2.1, at most 63 characters (RFC 1035 2.3.4), plus the underscore, which some host names contain. */
const hostLabel = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i

/** IANA special-use names, and names that private networks use. */
const specialNames = new Set([
  'alt',
  'corp',
  'example',
  'home',
  'home.arpa',
  'internal',
  'intranet',
  'invalid',
  'ipv4only.arpa',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'mail',
  'onion',
  'private',
  'resolver.arpa',
  'service.arpa',
  'test',
])

/** Advice for operators whose sites are in a private network. */
const ownNetwork = 'To reach sites of your own network, the operator lists it in FETCH_ALLOW.'

export type Target = {
  url: URL
  /** A name, or an address without brackets. */
  host: string
  isLiteral: boolean
  /** Reachable only if FETCH_ALLOW contains all of its addresses. */
  mustBeAllowed: boolean
}

/** Rejects suspicious texts before parsing: URL parsers disagree about exactly those. */
export function judgeUrl(text: string, allow: readonly Range[]): Target {
  if (text.length > maxUrlLength) throw blocked('The address is longer than 2,048 characters.')
  if (!plain.test(text)) throw blocked('The address has a space, a control character or a backslash.')
  if (!/^https?:\/\/[^/]/i.test(text)) throw blocked('Only addresses with http:// or https:// are fetched.')
  if (!URL.canParse(text)) throw blocked('The address cannot be parsed.')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') throw blocked('The address carries a user name or password.')

  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isLiteral = isIP(host) !== 0
  if (!isLiteral && !host.split('.').every((label) => hostLabel.test(label)))
    throw blocked(
      'The host name has an empty label, or one with other characters than letters, digits and inner hyphens.',
    )
  const hasOddPort = url.port !== '' && url.port !== '80' && url.port !== '443'
  const mustBeAllowed = hasOddPort || (!isLiteral && isSpecialName(host))
  if (isLiteral) checkAddress(host, allow, mustBeAllowed)
  else if (mustBeAllowed && allow.length === 0)
    throw blocked(`This host name or port is not on the public web. ${ownNetwork}`)
  return { url, host, isLiteral, mustBeAllowed }
}

export function checkAddress(address: string, allow: readonly Range[], mustBeAllowed: boolean): void {
  if (isInAny(address, allow)) return
  if (mustBeAllowed || !isPublicAddress(address)) throw blocked(`The address is not on the public web. ${ownNetwork}`)
}

/** Special-use, or without a dot: such a name is resolved in this machine's search domains. */
function isSpecialName(host: string): boolean {
  const labels = host.toLowerCase().split('.')
  return labels.length === 1 || labels.some((_, index) => specialNames.has(labels.slice(index).join('.')))
}

function blocked(message: string): FetchFailure {
  return new FetchFailure('blocked_address', message)
}
