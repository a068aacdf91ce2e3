import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

type Reply = { code: number; text: string }
export type GotMail = Omit<ParsedMail, 'from' | 'to'> & {
  from: string
  to: string[]
  raw: string
  secure: boolean
  user: string | undefined
}

/** A mail server: it takes mails, or refuses the next ones at the named command. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const got: GotMail[] = []
  const refusals: Partial<Record<'MAIL' | 'RCPT' | 'DATA', Reply[]>> = {}
  let waiting: Promise<void> | undefined
  const next = (command: keyof typeof refusals) => {
    const reply = refusals[command]?.shift()
    return reply === undefined ? null : Object.assign(new Error(reply.text), { responseCode: reply.code })
  }

  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    ...options,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username ?? '' }) : done(new Error('Wrong user or password.')),
    onMailFrom: (_address, _session, done) => done(next('MAIL')),
    onRcptTo: (_address, _session, done) => done(next('RCPT')),
    onData: async (stream, session, done) => {
      const parts: Buffer[] = []
      for await (const part of stream) parts.push(part as Buffer)
      const refusal = next('DATA')
      if (refusal !== null) return done(refusal)
      const raw = Buffer.concat(parts).toString()
      const { mailFrom, rcptTo } = session.envelope
      const envelope = { from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address) }
      got.push({ ...(await simpleParser(raw)), ...envelope, raw, secure: session.secure, user: session.user })
      await waiting
      return done()
    },
  })
  // A client that is killed, or gives up.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')

  return {
    got,
    port: (server.server.address() as AddressInfo).port,
    /** The reply to the next such command. */
    refuse(command: keyof typeof refusals, code: number, text: string) {
      refusals[command] = [...(refusals[command] ?? []), { code, text }]
    },
    /** Keeps the replies to mails back. */
    wait(until: Promise<void> | undefined) {
      waiting = until
    },
    clear() {
      got.length = 0
      waiting = undefined
      for (const command of ['MAIL', 'RCPT', 'DATA'] as const) refusals[command] = []
    },
    async [Symbol.asyncDispose]() {
      waiting = undefined
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>
