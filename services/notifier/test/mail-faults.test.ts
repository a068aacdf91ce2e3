import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import type { RpcClient } from '@pagebell/rpc/connect-rpc'
import type { ProjectEndpoints } from '@pagebell/rpc/contracts'
import { type MailServer, startMailServer } from '@pagebell/testing/start-mail-server'
import { startReceiver } from '@pagebell/testing/start-receiver'
import { until } from '@pagebell/testing/until'
import { newPlace, type Place, publishEnded } from './report-of-place.ts'
import { startCopyProcess } from './start-copy-process.ts'
import { type Changes, fastEvents, startTestEnvironment, type TestEnvironment } from './start-notifier.ts'

let running: AsyncDisposableStack
let environment: TestEnvironment
let mails: MailServer
let config: NonNullable<Changes['config']>
beforeEach(async () => {
  running = new AsyncDisposableStack()
  environment = running.use(await startTestEnvironment())
  mails = running.use(await startMailServer({ disabledCommands: ['STARTTLS'] }))
  const smtpUrl = `smtp://127.0.0.1:${mails.port}?tls=none`
  config = { SMTP_URL: smtpUrl, EMAIL_FROM: 'bell@pagebell.example', EMAIL_CONFIRMATIONS_PER_DAY: 100 }
})
afterEach(() => running.disposeAsync())

type Client = RpcClient<typeof ProjectEndpoints>

/** An endpoint for e-mail that is confirmed by the row, and not by a link. */
async function addConfirmed(client: Client, place: Place) {
  const receiver = { format: 'email', url: `mailto:${randomUUID()}@example.com` }
  const { endpoint } = await client.createEndpoint({ ...place, project: 'example.com', url: '', events: [], receiver })
  const at = { ...place, endpoint_id: endpoint?.id ?? '' }
  await until('the confirmation is noted', async () => (await logOf(client, at))[0]?.status === 'delivered')
  const text = `update event_endpoints set confirmed_at = now(), disabled_at = null, disabled_reason = null where id = $1`
  await environment.db.query({ text, values: [at.endpoint_id] })
  mails.clear()
  return at
}

const logOf = async (client: Client, at: Place & { endpoint_id: string }) =>
  (await client.listEvents({ ...at, per_page: 10 })).events

it('a mail that is refused for now is sent again with the same Message-ID', async () => {
  const client = running.use(environment.callEndpoints(running.use(await environment.startCopy({ config }))))
  const at = await addConfirmed(client, newPlace())
  mails.refuse('RCPT', 451, '4.7.1 Try later')
  mails.refuse('DATA', 452, '4.3.1 Full')
  await publishEnded(environment.broker, at)
  await until('it has come', () => mails.got.length === 1)
  const event = await until('it is noted', async () => {
    const [newest] = await logOf(client, at)
    return newest?.status === 'delivered' && newest
  })
  expect(event.attempts.map(({ status, reason }) => [status, reason])).toEqual([
    [451, 'smtp_451'],
    [452, 'smtp_452'],
    [250, undefined],
  ])
  expect(await client.getEndpoint(at)).toMatchObject({ enabled: true })
})

it('an address that the server of the recipient refuses disables the endpoint, with the reason', async () => {
  const client = running.use(environment.callEndpoints(running.use(await environment.startCopy({ config }))))
  const at = await addConfirmed(client, newPlace())
  mails.refuse('RCPT', 550, '5.1.1 No such user')
  await publishEnded(environment.broker, at)
  await until('it is disabled', async () => !(await client.getEndpoint(at)).enabled)
  expect(await client.getEndpoint(at)).toMatchObject({
    disabled_reason: 'gone',
    note: 'The mail server of the recipient refused the address (550).',
  })
})

it('an address that is refused before it is confirmed names it, and can be asked again', async () => {
  const client = running.use(environment.callEndpoints(running.use(await environment.startCopy({ config }))))
  mails.refuse('RCPT', 550, '5.1.1 No such user')
  const receiver = { format: 'email', url: 'mailto:nobody@example.com' }
  const asked = { ...newPlace(), project: 'example.com', url: '', events: [], receiver }
  const { endpoint } = await client.createEndpoint(asked)
  const at = { ...asked, endpoint_id: endpoint?.id ?? '' }
  await until('the note names it', async () => (await client.getEndpoint(at)).note?.includes('refused') ?? false)
  expect(await client.getEndpoint(at)).toMatchObject({ enabled: false, disabled_reason: 'unconfirmed' })
  await client.changeEndpoint({ ...at, url: undefined, events: null, enabled: true })
  await until('it is asked again', () => mails.got.length === 1)
})

it('a mail server that hangs delays no request, and other accounts have their mails in turn', async () => {
  const timing = { mailTimeout: 30_000, events: { ...fastEvents, lease: 60_000 } }
  const client = running.use(environment.callEndpoints(running.use(await environment.startCopy({ config, timing }))))
  const receiver = running.use(await startReceiver())
  const busy = newPlace()
  for (let n = 0; n < 5; n++) await addConfirmed(client, busy)
  const other = newPlace()
  await addConfirmed(client, other)
  const { promise, resolve } = Promise.withResolvers<void>()
  running.defer(() => resolve())
  mails.wait(promise)
  await client.createEndpoint({ ...busy, project: 'example.com', url: receiver.url, events: [] })
  await publishEnded(environment.broker, busy)
  // Two of the account hang, and no more.
  await until('two hang', () => mails.got.length === 2)
  await publishEnded(environment.broker, other)
  await until('the mail of the other account is under way too', () => mails.got.length === 3)
  await until('the request has come', () => receiver.got.length === 1)
  resolve()
  await until('all have come', () => mails.got.length === 6)
})

it('a copy that is killed before it notes the reply is followed by one that sends the mail again, by the same Message-ID', async () => {
  const copy = running.use(await environment.startCopy({ config }))
  const client = running.use(environment.callEndpoints(copy))
  const at = await addConfirmed(client, newPlace())
  await copy[Symbol.asyncDispose]()
  mails.wait(new Promise(() => undefined))
  const killed = running.use(
    await startCopyProcess(environment, {
      config,
      timing: { mailTimeout: 5_000, events: { ...fastEvents, lease: 6_000 } },
    }),
  )
  await publishEnded(environment.broker, at)
  await until('the mail has come', () => mails.got.length === 1)
  await killed.kill()
  mails.wait(undefined)
  running.use(await environment.startCopy({ config }))
  await until('it comes again', () => mails.got.length === 2)
  const [one, two] = mails.got
  expect(one?.messageId).toMatch(/^<[0-9a-f-]{36}@pagebell\.example>$/)
  expect([two?.messageId, two?.to]).toEqual([one?.messageId, one?.to])
})
