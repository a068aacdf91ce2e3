import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { RpcClient } from '@pagebell/rpc/connect-rpc'
import type { EmailLinks, ProjectEndpoints } from '@pagebell/rpc/contracts'
import { type MailServer, startMailServer } from '@pagebell/testing/start-mail-server'
import { until } from '@pagebell/testing/until'
import { endedReport, newPlace, type Place, publishEnded } from './report-of-place.ts'
import { startTestEnvironment, type TestEnvironment } from './start-notifier.ts'

let environment: TestEnvironment
let mails: MailServer
let endpoints: RpcClient<typeof ProjectEndpoints>
let links: RpcClient<typeof EmailLinks>
const running = new AsyncDisposableStack()
beforeAll(async () => {
  environment = running.use(await startTestEnvironment())
  mails = running.use(await startMailServer({ disabledCommands: ['STARTTLS'] }))
  const smtpUrl = `smtp://127.0.0.1:${mails.port}?tls=none`
  const config = { SMTP_URL: smtpUrl, EMAIL_FROM: 'Pagebell <bell@pagebell.example>', EMAIL_CONFIRMATIONS_PER_DAY: 5 }
  const service = running.use(await environment.startCopy({ config }))
  endpoints = running.use(environment.callEndpoints(service))
  links = running.use(environment.callEmailLinks(service))
})
afterAll(() => running.disposeAsync())
beforeEach(async () => {
  await environment.clear()
  mails.clear()
})

const newAddress = () => `owner-${randomUUID().slice(0, 8)}@example.com`

async function add(address = newAddress(), place = newPlace()) {
  const asked = { ...place, project: 'example.com', url: '', events: [] }
  const { endpoint, secret } = await endpoints.createEndpoint({
    ...asked,
    receiver: { format: 'email', url: `mailto:${address}` },
  })
  return { address, endpoint, secret, at: { ...place, endpoint_id: endpoint?.id ?? '' } }
}
type At = Awaited<ReturnType<typeof add>>['at']

const untilMails = (count: number) => until(`${count} mails have come`, () => mails.got.length >= count)
const lastMail = () => {
  const mail = mails.got.at(-1)
  if (mail === undefined) throw new Error('No mail has come.')
  return mail
}
/** The tokens of the links in the last mail. */
const tokenOf = (purpose: 'confirm' | 'unsubscribe') =>
  new RegExp(`https://pagebell\\.example/api/email/${purpose}/([\\w.-]+)`).exec(lastMail().text ?? '')?.[1] ?? ''

async function addConfirmed() {
  const added = await add()
  await untilMails(1)
  await links.confirm({ token: tokenOf('confirm') })
  await until('it is noted', async () => (await logOf(added.at))[0]?.status === 'delivered')
  mails.clear()
  return added
}

/** With an address that has to be escaped in HTML. */
const publishEscaped = (place: Place) =>
  publishEnded(environment.broker, place, endedReport(place, { url: 'https://example.com/page?a=1&b=<2>' }))
const logOf = async (at: At) => (await endpoints.listEvents({ ...at, per_page: 10 })).events
const untilEvent = (at: At, status: string) =>
  until(`an event is ${status}`, async () =>
    (await logOf(at)).find((event) => event.type !== 'confirmation' && event.status === status),
  )

describe('an address', () => {
  it('gets one mail that asks for its confirmation, and nothing else before it is confirmed', async () => {
    const { at, address, endpoint, secret } = await add()
    expect(endpoint).toMatchObject({
      format: 'email',
      url: `mailto:${address}`,
      name: address,
      enabled: false,
      disabled_reason: 'unconfirmed',
      last_four: '',
    })
    expect(secret).toBe('')
    await untilMails(1)
    await publishEscaped(at)
    await expect(endpoints.sendTest(at)).rejects.toMatchObject({ code: 'endpoint_disabled' })
    // Also if another copy, or a copy of the version before, has enabled it or queued an event.
    const text = `update event_endpoints set disabled_at = null, disabled_reason = null where id = $1`
    await environment.db.query({ text, values: [at.endpoint_id] })
    await publishEscaped(at)
    const refused = await untilEvent(at, 'failed')
    expect(refused.attempts).toMatchObject([{ reason: 'unconfirmed' }])
    expect(mails.got).toHaveLength(1)
    expect(lastMail()).toMatchObject({ from: 'bell@pagebell.example', to: [address] })
    expect(lastMail().subject).toBe('Confirm your address for events of example.com')
  })

  it('gets events once it is confirmed; its link works once, and for its endpoint alone', async () => {
    const { at, address } = await add()
    await untilMails(1)
    const token = tokenOf('confirm')
    const other = await add()
    const forOther = `${other.at.endpoint_id}${token.slice(36)}`
    // The first character of the proof: the last one has bits that base64 leaves out.
    const forged = `${token.slice(0, 37)}${token[37] === 'A' ? 'B' : 'A'}${token.slice(38)}`
    for (const wrong of [forOther, forged, '', 'x', token.slice(0, 36)])
      await expect(links.confirm({ token: wrong })).rejects.toMatchObject({ kind: 'not_found' })
    await expect(links.confirm({ token: tokenOf('unsubscribe') })).rejects.toMatchObject({ kind: 'not_found' })
    expect(await links.confirm({ token })).toEqual({ project: 'example.com' })
    await expect(links.confirm({ token })).rejects.toMatchObject({ kind: 'not_found' })
    expect(await endpoints.getEndpoint(at)).toMatchObject({ enabled: true })
    mails.clear()
    await publishEscaped(at)
    const event = await untilEvent(at, 'delivered')
    expect(event.attempts).toMatchObject([{ status: 250 }])
    expect(lastMail().to).toEqual([address])
  })

  it('is not confirmed by a link that is seven days old', async () => {
    const { at } = await add()
    await untilMails(1)
    const text = `update event_endpoints set confirm_until = confirm_until - interval '7 days' where id = $1`
    await environment.db.query({ text, values: [at.endpoint_id] })
    await expect(links.confirm({ token: tokenOf('confirm') })).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('is asked again when its endpoint is enabled, by a link that replaces the one before', async () => {
    const { at } = await add()
    await untilMails(1)
    const before = tokenOf('confirm')
    const again = await endpoints.changeEndpoint({ ...at, events: null, enabled: true })
    expect(again).toMatchObject({ enabled: false, disabled_reason: 'unconfirmed' })
    await untilMails(2)
    await expect(links.confirm({ token: before })).rejects.toMatchObject({ kind: 'not_found' })
    await links.confirm({ token: tokenOf('confirm') })
  })

  it('that unsubscribes gets nothing any more, and is not asked again', async () => {
    const { at, address } = await addConfirmed()
    await publishEscaped(at)
    await untilMails(1)
    const token = tokenOf('unsubscribe')
    // Twice, as mail programs do.
    for (let time = 0; time < 2; time++) expect(await links.unsubscribe({ token })).toEqual({ project: 'example.com' })
    expect(await endpoints.getEndpoint(at)).toMatchObject({ enabled: false, disabled_reason: 'unsubscribed' })
    const refusal = { kind: 'conflict', code: 'unsubscribed' }
    await expect(endpoints.changeEndpoint({ ...at, events: null, enabled: true })).rejects.toMatchObject(refusal)
    await expect(add(address.toUpperCase(), newPlace(at.account_id))).rejects.toMatchObject(refusal)
    mails.clear()
    await publishEscaped(at)
    await add(address)
    await untilMails(1)
    expect(mails.got.map(({ subject }) => subject)).toEqual(['Confirm your address for events of example.com'])
  })
})

describe('requests for confirmation', () => {
  it('are limited for an account, also when they come at once', async () => {
    const account = randomUUID()
    const added = await Promise.allSettled(Array.from({ length: 8 }, () => add(newAddress(), newPlace(account))))
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    await expect(add(newAddress(), newPlace(account))).rejects.toMatchObject({
      kind: 'rate_limited',
      code: 'too_many_confirmations',
    })
    await untilMails(5)
  })

  it('are limited for an address over all accounts, however it is written', async () => {
    const [name] = newAddress().split('@')
    for (const one of [`${name}@example.com`, `${name}+a@example.com`, `${name?.toUpperCase()}@EXAMPLE.com`])
      await add(one)
    await expect(add(`${name}+b@example.com`)).rejects.toMatchObject({ code: 'too_many_confirmations' })
    await add()
  })

  it.each([
    'nobody',
    'a b@example.com',
    'a@example',
    'a@127.0.0.1',
    '"a"@example.com',
    'a@example.com?bcc=b@example.com',
    'a@example.com,b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    `${'a'.repeat(65)}@example.com`,
    '<a@example.com>',
    '.a@example.com',
  ])('are refused for %j, and send nothing', async (address) => {
    await expect(add(address)).rejects.toMatchObject({ kind: 'invalid', errors: { url: [expect.any(String)] } })
  })

  it('are refused where the operator has no mail server', async () => {
    await using copy = await environment.startCopy()
    await using client = environment.callEndpoints(copy)
    const asked = { ...newPlace(), project: 'example.com', url: '', events: [] }
    await expect(
      client.createEndpoint({ ...asked, receiver: { format: 'email', url: 'mailto:a@example.com' } }),
    ).rejects.toMatchObject({ kind: 'invalid', code: 'no_mail_server', errors: { format: [expect.any(String)] } })
  })
})

describe('an endpoint for e-mail', () => {
  it('has no secret to rotate and keeps its address', async () => {
    const { at } = await addConfirmed()
    await expect(endpoints.rotateSecret({ ...at, grace_seconds: 0 })).rejects.toMatchObject({ code: 'no_secret' })
    const change = endpoints.changeEndpoint({ ...at, events: null, url: 'mailto:other@example.com' })
    await expect(change).rejects.toMatchObject({ errors: { url: [expect.stringContaining('add another one')] } })
    const { events } = await endpoints.changeEndpoint({ ...at, events: { types: ['quota.warning'] } })
    expect(events).toEqual(['quota.warning'])
  })

  it('is disabled and enabled by its owner without another confirmation', async () => {
    const { at } = await addConfirmed()
    await endpoints.changeEndpoint({ ...at, events: null, enabled: false })
    expect(await endpoints.changeEndpoint({ ...at, events: null, enabled: true })).toMatchObject({ enabled: true })
    await endpoints.sendTest(at)
    await untilMails(1)
    expect(lastMail().subject).toBe('A test of Pagebell')
  })
})
