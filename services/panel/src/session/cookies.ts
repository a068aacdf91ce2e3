import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The panel's cookies: who is signed in, what binds a form to its browser, a notice for the next page. */
type CookieName = 'session' | 'form' | 'notice' | `unlocked-${string}`

export type Cookies = ReturnType<typeof cookiesFor>

/**
 * Cookies that scripts, other sites and other hosts cannot reach. Browsers take `__Host-` where they trust the
 * connection: with TLS, and on a loopback address.
 */
export function cookiesFor(publicOrigin: string) {
  const secure = isTrustworthy(new URL(publicOrigin))
  const named = (name: CookieName): string => `${secure ? '__Host-' : ''}pagebell-${name}`
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure }

  return {
    /** Whether browsers keep them only where they trust the connection. */
    areSecure: secure,
    // Absent where a request is refused before its cookies are read.
    read: (request: FastifyRequest, name: CookieName): string | undefined =>
      (request.cookies as typeof request.cookies | undefined)?.[named(name)],
    set(reply: FastifyReply, name: CookieName, value: string, maxAge?: number): void {
      void reply.setCookie(named(name), value, { ...options, ...(maxAge === undefined ? {} : { maxAge }) })
    },
    clear(reply: FastifyReply, name: CookieName): void {
      void reply.clearCookie(named(name), options)
    },
  }
}

const isTrustworthy = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(hostname)
