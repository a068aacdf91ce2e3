import { isSame, type Verifier } from './verifier.ts'

export const secretHeaders = ['x-webhook-secret', 'x-webhook-token']

/** For senders without a signature: `Authorization: Bearer <secret>`, the password of Basic, or a header. */
export const bearerSecret: Verifier = ({ headers }, secret) => {
  const [scheme = '', value = ''] = (headers.get('authorization') ?? '').trim().split(/ +/)
  const given = [
    ...(scheme.toLowerCase() === 'bearer' ? [value] : []),
    ...(scheme.toLowerCase() === 'basic' ? [passwordOf(value)] : []),
    ...secretHeaders.map((name) => headers.get(name) ?? ''),
  ]
  return given.some((text) => text !== '' && isSame(text, secret))
}

function passwordOf(credentials: string): string {
  const text = Buffer.from(credentials, 'base64').toString()
  return text.includes(':') ? text.slice(text.indexOf(':') + 1) : ''
}

/** GitLab sends the secret itself. */
export const gitlabToken: Verifier = ({ headers }, secret) => {
  const token = headers.get('x-gitlab-token') ?? ''
  return token !== '' && isSame(token, secret)
}
