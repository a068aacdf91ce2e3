import { boundHeldBodies } from '@pagebell/http/bound-bodies'
import type { HttpServer } from '@pagebell/http/http-server'
import type { FastifyReply } from 'fastify'
import type { Redis } from '../auth/rate-limit.ts'
import { isUnknown, limitUnknown } from '../auth/unknown-limit.ts'
import type { Clients } from '../clients.ts'
import { heldBodyBounds } from '../proxy/upstream-proxy.ts'
import { type EmailPage, pageHeaders, writePage } from './email-page.ts'

const tooManyUnknown = { perMinute: 30, text: 'Too many unknown links were requested from your address.' }
/** Mail programs post `List-Unsubscribe=One-Click` (RFC 8058), forms of the page nothing. */
const maxBodyBytes = 4_096

type Link = { Params: { token: string } }
type Purpose = 'confirm' | 'unsubscribe'

const questions: Record<Purpose, EmailPage> = {
  confirm: {
    title: 'Confirm your address',
    text: 'Events of the project that the mail names will be sent to this address. Every mail can end that.',
    button: 'Confirm the address',
  },
  unsubscribe: {
    title: 'Unsubscribe',
    text: 'Nothing will be sent to this address for the project that the mail names.',
    button: 'Unsubscribe',
  },
}

const answers: Record<Purpose, (project: string) => EmailPage> = {
  confirm: (project) => ({
    title: 'Your address is confirmed',
    text: `Events of ${project} are sent to it from now on. You can close this page.`,
  }),
  unsubscribe: (project) => ({
    title: 'You are unsubscribed',
    text: `Events of ${project} are not sent to you any more. You can close this page.`,
  }),
}

const unknownLink: EmailPage = {
  title: 'This link does not work',
  text: 'It was used already, is older than seven days, or its endpoint was deleted. If you have confirmed or unsubscribed before, that holds.',
}

/**
 * Serves the links of mails, to any client that has one. Opening a link asks, because programs that look at mails open
 * every link in them; only the form, or a mail program's one click, does it.
 */
export function serveEmail(app: HttpServer, { clients, redis }: { clients: Clients; redis: Redis }): void {
  const unknown = limitUnknown(redis, 'email-unknown', tooManyUnknown)
  const follow: Record<Purpose, (token: string) => Promise<{ project: string }>> = {
    confirm: (token) => clients.emailLinks.confirm({ token }),
    unsubscribe: (token) => clients.emailLinks.unsubscribe({ token }),
  }

  void app.register(async (scope: HttpServer) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, _body, done) =>
      done(null, undefined),
    )
    boundHeldBodies(scope, heldBodyBounds())
    scope.addHook('onRequest', async (request) => unknown.requireRoom(request.ip))

    for (const purpose of ['confirm', 'unsubscribe'] as const) {
      const path = `/api/email/${purpose}/:token`
      scope.get<Link>(path, { schema: { hide: true } }, async (_request, reply) => send(reply, questions[purpose]))
      scope.post<Link>(path, { schema: { hide: true }, bodyLimit: maxBodyBytes }, async (request, reply) => {
        try {
          const { project } = await unknown.count(request.ip, follow[purpose](request.params.token))
          return send(reply, answers[purpose](project))
        } catch (error) {
          if (!isUnknown(error)) throw error
          return send(reply.code(404), unknownLink)
        }
      })
    }
  })
}

const send = (reply: FastifyReply, page: EmailPage): FastifyReply =>
  reply.headers(pageHeaders).type('text/html; charset=utf-8').send(writePage(page))
