import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseId } from '@pagebell/faults/ids'

/** What a link in a mail does. */
export type LinkPurpose = 'confirm' | 'unsubscribe'

/** The endpoint that a link is about, and what its token is made with: the secret of the endpoint, which is never shown. */
type LinkSource = { endpointId: string; secret: string }

/** Each confirmation has a separate mark, which is forgotten when it is used. */
type Link = LinkSource & { purpose: LinkPurpose; mark: string }

const digest = ({ endpointId, secret, purpose, mark }: Link): Buffer =>
  createHmac('sha256', secret).update(`${purpose} ${endpointId} ${mark}`).digest()

/** 256 bits that only the mail contains, after the id of the endpoint. */
export const makeLinkToken = (link: Link): string => `${link.endpointId}.${digest(link).toString('base64url')}`

/** The endpoint that a token names, and its proof; undefined for what is no token. */
export function parseLinkToken(token: string): { endpointId: string; proof: Buffer } | undefined {
  const [, id = '', text = ''] = /^([\da-f-]{36})\.([\w-]{43})$/i.exec(token) ?? []
  const endpointId = parseId(id)
  return endpointId === undefined ? undefined : { endpointId, proof: Buffer.from(text, 'base64url') }
}

/** In constant time. */
export function provesLink(proof: Buffer, link: Link): boolean {
  const known = digest(link)
  return proof.length === known.length && timingSafeEqual(proof, known)
}

/** The address of a link. The gateway serves it. */
export const linkUrl = (publicUrl: string, purpose: LinkPurpose, token: string): string =>
  `${publicUrl}/api/email/${purpose}/${token}`
