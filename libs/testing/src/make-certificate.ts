import { generateKeyPairSync, sign } from 'node:crypto'

export type CertificateFields = {
  /** As it stands in the certificate (GeneralizedTime), also where it is no date. */
  notAfter?: string
  /** The common name; none for a subject without any name. */
  commonName?: string | undefined
  dnsNames?: readonly string[]
  /** IP addresses as their bytes: four, or sixteen. */
  ipAddresses?: readonly (readonly number[])[]
  /** An elliptic curve (P-256) unless RSA (2,048 bits) is wanted, which old cipher suites need. */
  keyType?: 'ec' | 'rsa'
}

/** A self-signed certificate with exactly these fields, for servers that a careful authority would not certify. */
export function makeCertificate(fields: CertificateFields = {}): { key: string; cert: string } {
  const { notAfter = '21260101000000Z', commonName, dnsNames = [], ipAddresses = [], keyType = 'ec' } = fields
  const { privateKey, publicKey } =
    keyType === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const algorithm = sequence(signatureAlgorithms[keyType])
  const name = sequence(commonName === undefined ? [] : [set(sequence([oid.commonName, utf8(commonName)]))])
  const altNames = [
    ...dnsNames.map((dns) => der(0x82, Buffer.from(dns))),
    ...ipAddresses.map((bytes) => der(0x87, Buffer.from(bytes))),
  ]
  const extensions = sequence([sequence([oid.subjectAltName, der(0x04, sequence(altNames))])])
  const body = sequence([
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence([generalizedTime('20260101000000Z'), generalizedTime(notAfter)]),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(altNames.length === 0 ? [] : [der(0xa3, extensions)]),
  ])
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]))
  const certificate = sequence([body, algorithm, signature])
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}

const oid = {
  commonName: Buffer.from('0603550403', 'hex'),
  subjectAltName: Buffer.from('0603551d11', 'hex'),
}

/** With its parameters: none for ECDSA (RFC 5758, section 3.2), NULL for RSA (RFC 4055, section 5). */
const signatureAlgorithms = {
  ec: [Buffer.from('06082a8648ce3d040302', 'hex')],
  rsa: [Buffer.from('06092a864886f70d01010b', 'hex'), Buffer.from('0500', 'hex')],
}

/** ITU-T X.690, section 8.1: a tag, the length and the content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const bytes = length < 128 ? [length] : [0x83, length >> 16, (length >> 8) & 0xff, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...bytes]), content])
}

const sequence = (parts: readonly Buffer[]): Buffer => der(0x30, Buffer.concat(parts))
const set = (part: Buffer): Buffer => der(0x31, part)
const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text))
const generalizedTime = (text: string): Buffer => der(0x18, Buffer.from(text))
