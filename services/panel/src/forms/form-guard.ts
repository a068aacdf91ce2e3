import { randomBytes } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Cookies } from '../session/cookies.ts'
import { isFormToken, mintFormToken } from './form-token.ts'

/** The field that carries the token. */
export const formTokenField = 'form_token'

/**
 * In this scope only forms of the panel's pages are accepted, checked by the headers that name the origin of a request,
 * and by a token bound to the session cookie or, before the sign-in, to a separate cookie.
 */
export function guardForms(app: HttpServer, { cookies, publicOrigin }: { cookies: Cookies; publicOrigin: string }) {
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') return done()
    if (!isSameOrigin(request, publicOrigin)) return done(refused('from_elsewhere'))
    const body = (request.body ?? {}) as Record<string, unknown>
    const cookie = boundCookie(request, cookies)
    if (cookie === undefined && losesCookies(request, cookies)) return done(withoutHttps(publicOrigin))
    if (cookie === undefined || !isFormToken(body[formTokenField], cookie)) return done(refused('stale_form'))
    delete body[formTokenField]
    done()
  })
}

/** A token for the forms of this page; a visitor gets the cookie that it is bound to. */
export function formTokenFor(request: FastifyRequest, reply: FastifyReply, cookies: Cookies): string {
  const kept = boundCookie(request, cookies)
  if (kept !== undefined) return mintFormToken(kept)
  const fresh = randomBytes(32).toString('base64url')
  cookies.set(reply, 'form', fresh)
  return mintFormToken(fresh)
}

const boundCookie = (request: FastifyRequest, cookies: Cookies): string | undefined =>
  cookies.read(request, 'session') ?? cookies.read(request, 'form')

function isSameOrigin({ headers }: FastifyRequest, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const { origin } = headers
  if (origin === undefined) return site === 'same-origin'
  if (origin === publicOrigin) return true
  // Opened under another name than PUBLIC_URL: page and request have to have the same one.
  const host = [headers['x-forwarded-host']].flat()[0] ?? headers.host
  return host !== undefined && URL.parse(origin)?.host === host
}

/** Browsers drop Secure cookies on plain HTTP, on any host but localhost; Safari there as well. */
function losesCookies({ headers }: FastifyRequest, { areSecure }: Cookies): boolean {
  return areSecure && headers.origin?.startsWith('http:') === true
}

const withoutHttps = (publicOrigin: string) =>
  fault(
    'forbidden',
    'Signing in needs HTTPS or localhost: over plain HTTP your browser does not keep the cookie. ' +
      `Open ${publicOrigin}. If that is not the address that you use, the operator sets PUBLIC_URL to it; ` +
      'HTTPS is recommended.',
    { code: 'cookies_need_https' },
  )

const refused = (code: string) =>
  fault(
    'forbidden',
    'This form is too old or came from another site. Nothing was changed: go back, reload the page and try again.',
    { code },
  )
