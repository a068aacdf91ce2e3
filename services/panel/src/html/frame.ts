import { gzipSync } from 'node:zlib'
import { type Html, textOf } from '@pagebell/html/template'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { formTokenFor } from '../forms/form-guard.ts'
import type { Cookies } from '../session/cookies.ts'
import { sessionOf } from '../session/request-session.ts'
import type { Assets } from './assets.ts'
import { type Notice, type ReadNotice, readNotice } from './notices.ts'

/** What every page gets besides its own data. */
export type Frame = {
  /** Path and query of the page. */
  path: string
  /** Of the signed-in account. */
  email: string | undefined
  formToken: string
  /** The visibility that is offered for a new report, by the account's settings. */
  newReportPrivacy: number
  /** What the form before this page did. */
  notice: ReadNotice | undefined
  asset: (name: string) => string
  now: number
  publicOrigin: string
  /** Browsers keep the cookies only over HTTPS and on localhost. */
  needsSecureContext: boolean
}

export type FrameParts = { cookies: Cookies; assets: Assets; publicOrigin: string }

/** The frame of the response page. Clears the notice, which is shown once. */
export function frameOf(request: FastifyRequest, reply: FastifyReply, parts: FrameParts): Frame {
  const { cookies, assets, publicOrigin } = parts
  const session = sessionOf(request)
  const code = cookies.read(request, 'notice')
  if (code !== undefined) cookies.clear(reply, 'notice')
  return {
    path: request.url,
    email: session?.email,
    formToken: formTokenFor(request, reply, cookies),
    newReportPrivacy: session?.newReportPrivacy ?? 1,
    notice: readNotice(code),
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
  if (!acceptsGzip(reply.request.headers['accept-encoding'])) return reply.send(text)
  // Synchronously and at a low level: for a small page that is quicker than a stream through other threads.
  return reply.header('content-encoding', 'gzip').send(gzipSync(text, { level: 4 }))
}

/** Whether `Accept-Encoding` names gzip with another weight than 0. */
const acceptsGzip = (accepted: string | string[] | undefined): boolean =>
  /(^|[ ,])gzip *(?!; *q=0(\.0*)? *($|,))(;|,|$)/.test(String(accepted ?? ''))

/** Answers with what htmx puts into a page. */
export const sendFragment = (reply: FastifyReply, fragment: Html): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(textOf(fragment))

/** Redirects to the next page, which shows what was done: in its card `at`, or at its top. */
export function redirectTo(
  reply: FastifyReply,
  path: string,
  cookies: Cookies,
  notice?: Notice,
  at?: string,
): FastifyReply {
  if (notice !== undefined) cookies.set(reply, 'notice', at === undefined ? notice : `${notice}@${at}`, 30)
  return reply.redirect(path, 303)
}
