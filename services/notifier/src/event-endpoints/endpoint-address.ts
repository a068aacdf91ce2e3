import { fault } from '@pagebell/faults/fault'
import { type EventFormat, emailFormat, eventFormats, signedFormat } from '@pagebell/outbound-events/event-formats'
import type { Seal } from '@pagebell/tokens/seal'
import { lastFour } from '@pagebell/tokens/token'
import { mailScheme, parseEmailAddress } from './email/email-address.ts'
import { openSecret, type SecretPlace, sealSecret } from './endpoint-secrets.ts'
import type { EndpointKey } from './endpoints.sql.ts'
import { readEndpointUrl } from './event-endpoint.ts'
import { isEventFormat, isMessageFormat, messageFormats } from './formats/all-formats.ts'

/** The mark of a shortened address, which no address contains. */
const cutMark = '…'
/** A shorter end of an address could be guessed from its last four characters. */
const minSecretLength = 16

/** The format that a request names. Throws fault invalid for one that there is not. */
export function readFormat(given: string | undefined): EventFormat {
  const format = given ?? signedFormat
  if (isEventFormat(format)) return format
  throw fault('invalid', 'There is no such format.', { errors: { format: [`Use one of ${eventFormats.join(', ')}.`] } })
}

/** The address of an endpoint of this format, normalised. Throws fault invalid. */
export function readAddress(format: EventFormat, text: string, allow: readonly string[]): string {
  if (text.includes(cutMark)) throw invalidUrl('Give the whole address: this one is shortened, as it is shown.')
  if (format === emailFormat) return readMailAddress(text)
  const url = readEndpointUrl(text, allow)
  if (!isMessageFormat(format)) return url
  const { hostname } = new URL(url)
  const other = Object.entries(messageFormats).find(([name, { host }]) => name !== format && host?.test(hostname))
  if (other !== undefined) throw invalidUrl(`This is an address of the format ${other[0]}.`)
  const problem = messageFormats[format].findFault?.(new URL(url))
  if (problem !== undefined) throw invalidUrl(problem)
  return url
}

function readMailAddress(text: string): string {
  const address = parseEmailAddress(text)
  if (address !== undefined) return mailScheme + address
  throw invalidUrl('Use mailto: and an address, such as mailto:someone@example.com.')
}

/** What is stored of an address: an incoming webhook's contains a token, so it is encrypted and shown shortened. */
export type StoredAddress = { url: string; sealedUrl: string | null }

export function storeAddress(seal: Seal, place: SecretPlace, format: EventFormat, url: string): StoredAddress {
  if (!isMessageFormat(format)) return { url, sealedUrl: null }
  return { url: shorten(url), sealedUrl: sealSecret(seal, place, url) }
}

/** The whole address, for a request. */
export const openAddress = (seal: Seal, place: SecretPlace, { url, sealedUrl }: StoredAddress): string =>
  sealedUrl === null ? url : openSecret(seal, place, sealedUrl)

type AddressTools = { seal: Seal; allow: readonly string[] }
type ChangedEndpoint = { id: string; format: string }

/** A new address of a stored endpoint, by its format. Throws fault invalid. */
export function changeAddress(
  { seal, allow }: AddressTools,
  at: EndpointKey,
  { id, format: stored }: ChangedEndpoint,
  given: string,
): StoredAddress {
  const format = readFormat(stored)
  if (format === emailFormat) throw invalidUrl('An address for e-mail is confirmed for one endpoint: add another one.')
  return storeAddress(seal, { ...at, id }, format, readAddress(format, given, allow))
}

/** The host, and the last four characters, by which its owner recognises it. */
function shorten(url: string): string {
  const { origin, href } = new URL(url)
  const rest = href.slice(origin.length + 1)
  return `${origin}/${cutMark}${rest.length < minSecretLength ? '' : lastFour(rest)}`
}

const invalidUrl = (problem: string) =>
  fault('invalid', `url cannot be used: ${problem}`, { errors: { url: [problem] } })
