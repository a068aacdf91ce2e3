import { createServer, type Server, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { makeCertificate } from '@pagebell/testing/make-certificate'
import { startMailServer } from '@pagebell/testing/start-mail-server'
import fc from 'fast-check'
import { writeMail } from '../src/event-endpoints/email/event-mail.ts'
import { createMailSender, type Mail } from '../src/event-endpoints/email/mail-server.ts'
import { readMailServer } from '../src/event-endpoints/email/mail-settings.ts'

const certificate = makeCertificate({ commonName: 'localhost', dnsNames: ['localhost'] })
const usual = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...usual, certificate.cert]))
afterAll(() => setDefaultCACertificates(usual))

let running = new AsyncDisposableStack()
afterEach(async () => {
  await running.disposeAsync()
  running = new AsyncDisposableStack()
})

/** `timeoutMs`: by default for a machine so busy that a TLS handshake takes a second. */
const senderAt = (url: string, timeoutMs = 30_000) => {
  const server = readMailServer(url, 'Pagebell <bell@pagebell.example>')
  if (server === undefined) throw new Error('There is no mail server.')
  return createMailSender(server, timeoutMs)
}
const mail: Mail = {
  to: 'owner@example.org',
  messageId: '<1@pagebell.example>',
  subject: 'A test',
  text: 'Text',
  html: '<p>Text</p>',
  headers: { 'List-Unsubscribe': `<https://pagebell.example/api/email/unsubscribe/${'a'.repeat(80)}>` },
}
const start = async (options: Parameters<typeof startMailServer>[0]) => running.use(await startMailServer(options))
const plain = { disabledCommands: ['STARTTLS'] }

/** Each letter is a byte: a time-out of silence would wait as long as letters come. */
function drip(socket: Socket): void {
  socket.write('220 hello\r\n')
  const dripping = setInterval(() => socket.write('2'), 50)
  socket.once('close', () => clearInterval(dripping))
}

/** Answers each connection as told, and never by the protocol. */
async function startOther(answer: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    answer(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.defer(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as { port: number }).port
}

describe('a mail', () => {
  it('is sent by smtps://, and by smtp:// after STARTTLS, with user and password', async () => {
    const first = await start({ ...certificate, secure: true })
    const second = await start({ ...certificate, secure: false })
    for (const [scheme, server] of [
      ['smtps', first],
      ['smtp', second],
    ] as const) {
      const send = senderAt(`${scheme}://bell%40example.org:right@localhost:${server.port}`)
      expect(await send(mail)).toMatchObject({ status: 250, result: {} })
      expect(server.got).toMatchObject([{ secure: true, user: 'bell@example.org', to: [mail.to], subject: 'A test' }])
    }
  })

  it('is not sent without TLS, to a server with another name, or with a wrong password', async () => {
    const without = await start(plain)
    expect(await senderAt(`smtp://localhost:${without.port}`)(mail)).toMatchObject({ result: { reason: 'tls' } })
    const other = await start({ ...makeCertificate({ dnsNames: ['localhost'] }), secure: true })
    const refused = await senderAt(`smtps://localhost:${other.port}`)(mail)
    expect([refused.status, refused.result.gone]).toEqual([null, undefined])
    const known = await start({ ...certificate, secure: true })
    const wrong = await senderAt(`smtps://bell:wrong@localhost:${known.port}`)(mail)
    // What concerns the operator alone is not shown to the owner of an endpoint.
    expect(wrong).toEqual({ status: 535, answer: '', result: { reason: 'smtp_535' } })
    expect([...without.got, ...other.got, ...known.got]).toEqual([])
  })

  it.each([
    ['RCPT', 451, '4.7.1 Try later', { reason: 'smtp_451' }],
    ['RCPT', 550, '5.1.1 No such user', { reason: 'smtp_550', gone: true }],
    ['DATA', 452, '4.3.1 Full', { reason: 'smtp_452' }],
    ['DATA', 554, '5.7.1 Spam', { reason: 'smtp_554', final: true }],
    ['DATA', 550, '5.1.1 No such user', { reason: 'smtp_550', gone: true }],
  ] as const)('that is answered to %s with %i %s means %j', async (command, code, text, result) => {
    const server = await start(plain)
    server.refuse(command, code, text)
    const outcome = await senderAt(`smtp://127.0.0.1:${server.port}?tls=none`)(mail)
    expect(outcome).toMatchObject({ status: code, answer: expect.stringContaining(text), result })
  })

  it('that the server refuses because of the sender is tried again, and its words are not shown', async () => {
    const server = await start(plain)
    server.refuse('MAIL', 553, '5.7.1 Not your address')
    const outcome = await senderAt(`smtp://127.0.0.1:${server.port}?tls=none`)(mail)
    expect(outcome).toEqual({ status: 553, answer: '', result: { reason: 'smtp_553' } })
  })

  it.each([
    ['that says nothing', () => undefined],
    ['that greets and then writes a letter at a time', drip],
    ['that greets and then says nothing', (socket: Socket) => void socket.write('220 hello\r\n')],
  ])('to a server %s ends in time', async (_what, answer) => {
    const port = await startOther(answer)
    const timeoutMs = 1_000
    const send = senderAt(`smtp://127.0.0.1:${port}?tls=none`, timeoutMs)
    const began = performance.now()
    expect(await send(mail)).toMatchObject({ result: { reason: 'timeout' } })
    expect(performance.now() - began).toBeLessThan(3 * timeoutMs)
  })

  it('to a server that is down, or cuts the connection, is tried again', async () => {
    expect(await senderAt('smtp://127.0.0.1:1?tls=none')(mail)).toMatchObject({ result: { reason: 'refused' } })
    const port = await startOther((socket) => void socket.end('220 hello\r\n'))
    const cut = await senderAt(`smtp://127.0.0.1:${port}?tls=none`)(mail)
    expect(cut).toMatchObject({ status: null, result: { reason: 'connection_lost' } })
  })

  it('has the headers and the recipient that it was given, whatever its title and lines say', async () => {
    const server = await start(plain)
    const send = senderAt(`smtp://127.0.0.1:${server.port}?tls=none`)
    const hostile = fc.oneof(
      fc.constantFrom(
        'x\r\nBcc: b@example.org',
        'x\n\n<script>alert(1)</script>',
        '"><img src=x onerror=y>',
        '\r\n.\r\nMAIL FROM:<>',
      ),
      fc.string({ unit: 'binary', maxLength: 80 }),
    )
    const footer = { reason: 'You get this mail.', unsubscribeUrl: 'https://pagebell.example/api/email/unsubscribe/x' }
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (title, line) => {
        server.clear()
        const content = writeMail(
          { title: `T${title}`, lines: [{ text: line, url: `https://e.example/${line}` }], severity: 'bad' },
          footer,
        )
        const { status } = await send({ ...mail, ...content })
        const [got] = server.got
        expect([status, server.got.length, got?.to]).toEqual([250, 1, [mail.to]])
        expect([...(got?.headers.keys() ?? [])].sort()).toEqual([
          'content-type',
          'date',
          'from',
          'list',
          'message-id',
          'mime-version',
          'subject',
          'to',
        ])
        expect(got?.messageId).toBe(mail.messageId)
        const tags = [...(got?.html || '').matchAll(/<([a-z]+)/g)].map(([, tag]) => tag)
        expect(tags.filter((tag) => ['script', 'img', 'iframe'].includes(tag ?? ''))).toEqual([])
        expect(tags.filter((tag) => tag === 'a')).toHaveLength(1)
      }),
      { numRuns: 40 },
    )
  })
})

it.each([
  ['smtp://mail.example', { port: 587, tls: 'starttls', auth: undefined }],
  ['smtps://u:p%3Aw@mail.example', { port: 465, tls: 'first', auth: { user: 'u', pass: 'p:w' } }],
  ['smtp://mail.example:25?tls=none', { port: 25, tls: 'none' }],
])('SMTP_URL %s is read', (url, server) => {
  expect(readMailServer(url, 'bell@pagebell.example')).toMatchObject({ host: 'mail.example', ...server })
})

it.each([
  ['https://mail.example', 'a@b.example'],
  ['smtp://', 'a@b.example'],
  ['smtp://mail.example?tls=optional', 'a@b.example'],
  ['smtps://mail.example?tls=none', 'a@b.example'],
  ['smtp://u:secret@mail.example', ''],
  ['smtp://u:secret@mail.example', 'Pagebell <a@b.example>\r\nBcc: c@d.example'],
])('SMTP_URL %s with EMAIL_FROM %j is refused, without its password', (url, from) => {
  expect(() => readMailServer(url, from)).toThrow(/^(?!.*secret)/s)
})
