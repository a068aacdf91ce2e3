import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Assets } from './assets.ts'
import type { Cookies } from './cookies.ts'
import { formTokenFor } from './guard-forms.ts'
import { type Html, textOf } from './html.ts'
import { type Notice, type ReadNotice, readNotice } from './notices.ts'
import { sessionOf } from './signed-in.ts'

/** What every page is told besides its own matter. */
export type Frame = {
  /** Path and query of the page. */
  path: string
  /** Of the account that is signed in. */
  email: string | undefined
  formToken: string
  /** What was done before. */
  notice: ReadNotice | undefined
  asset: (name: string) => string
  now: number
  publicOrigin: string
  /** The cookies are kept over HTTPS and on localhost only. */
  needsSecureContext: boolean
}

export type FrameParts = { cookies: Cookies; assets: Assets; publicOrigin: string }

/** The frame of the page that answers this request. Takes the waiting notice: it is shown once. */
export function frameOf(request: FastifyRequest, reply: FastifyReply, parts: FrameParts): Frame {
  const { cookies, assets, publicOrigin } = parts
  const waiting = cookies.read(request, 'notice')
  if (waiting !== undefined) cookies.clear(reply, 'notice')
  return {
    path: request.url,
    email: sessionOf(request)?.email,
    formToken: formTokenFor(request, reply, cookies),
    notice: readNotice(waiting),
    asset: assets.path,
    now: Date.now(),
    publicOrigin,
    needsSecureContext: cookies.areSecure,
  }
}

/** Answers with a page. */
export function sendPage(reply: FastifyReply, page: Html): FastifyReply {
  const text = `<!doctype html>${textOf(page)}`
  void reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding')
  if (!takesGzip(reply.request.headers['accept-encoding'])) return reply.send(text)
  // At once and lightly: a page is small, and a stream through other threads takes longer than the packing.
  return reply.header('content-encoding', 'gzip').send(gzipSync(text, { level: 4 }))
}

/** Whether `Accept-Encoding` names gzip, other than as unwanted. */
const takesGzip = (accepted: string | string[] | undefined): boolean =>
  /(^|[ ,])gzip *(?!; *q=0(\.0*)? *($|,))(;|,|$)/.test(String(accepted ?? ''))

/** Answers with what htmx puts into a page. */
export const sendFragment = (reply: FastifyReply, fragment: Html): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(textOf(fragment))

/** Leads to the next page, which says what was done: in its card `at`, or at its top. */
export function leadTo(
  reply: FastifyReply,
  path: string,
  cookies: Cookies,
  notice?: Notice,
  at?: string,
): FastifyReply {
  if (notice !== undefined) cookies.set(reply, 'notice', at === undefined ? notice : `${notice}@${at}`, 30)
  return reply.redirect(path, 303)
}
