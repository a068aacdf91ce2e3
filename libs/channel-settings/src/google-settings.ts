import { createPrivateKey } from 'node:crypto'
import { type Static, Type } from '@pagebell/schema/type'
import { describeChannel, type FieldFault } from './channel-description.ts'

const fields = {
  client_email: Type.String({ pattern: '^[^@\\s]+@[^@\\s]+$', maxLength: 320 }),
  private_key: Type.String({ minLength: 1, maxLength: 16_384, secret: true }),
  private_key_id: Type.Optional(Type.String({ maxLength: 200 })),
  project_id: Type.Optional(Type.String({ maxLength: 200 })),
  token_uri: Type.Optional(Type.String({ maxLength: 2_048 })),
}

export const googleSettings = Type.Object(
  {
    service_account: Type.Object(fields, {
      additionalProperties: false,
      title: 'Key file of the service account',
      description:
        'The JSON key file of a service account that is an owner of the site in Search Console: an object with client_email and private_key, or its text.',
    }),
    gate: Type.Boolean({
      default: true,
      title: 'Only pages that Google asks for',
      description:
        'Whether only pages with JobPosting or BroadcastEvent are sent, which are those that Google takes by this channel.',
    }),
  },
  { additionalProperties: false },
)

export const google = describeChannel({
  id: 'google',
  title: 'Google Indexing API',
  position: 2,
  endpoint: {
    variable: 'GOOGLE_INDEXING_ENDPOINT',
    description: 'the Google Indexing API; another one issues its own tokens at /token',
    default: 'https://indexing.googleapis.com',
  },
  advice:
    'In the Google Cloud console switch on the Web Search Indexing API, make a service account and a key for it, of the kind JSON. Then add the e-mail address of the service account as an owner of the site in Search Console.',
  moreAt: 'https://developers.google.com/search/apis/indexing-api/v3/prereqs',
  settings: googleSettings,
  needsNothing: false,

  tidy({ service_account, ...given }) {
    const account = typeof service_account === 'string' ? parsed(service_account) : service_account
    const gate = given['gate'] ?? true
    if (account === undefined) return { ...given, gate }
    return { ...given, gate, service_account: isObject(account) ? onlyKnown(account) : account }
  },

  faults({ service_account }: Static<typeof googleSettings>): FieldFault[] {
    return isRsaKey(service_account.private_key)
      ? []
      : [{ field: 'service_account', text: 'private_key is not an RSA private key in PEM.' }]
  },
})

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Refused by the schema, as any other text.
    return text
  }
}

/** A key file names more than is needed; what is not kept cannot leak. */
function onlyKnown(account: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(account).filter(([name]) => name in fields))
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    // OpenSSL's words say nothing to who pasted the wrong text.
    return false
  }
}
