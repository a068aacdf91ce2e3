import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type MailServer, startMailServer } from '@pagebell/testing/start-mail-server'
import { type Receiver, startReceiver } from '@pagebell/testing/start-receiver'
import { until } from '@pagebell/testing/until'
import type { Browser, ConsoleMessage, Page } from 'playwright-core'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { signIn } from './sign-in.ts'
import { chromiumPath, startBrowser, withBrowser } from './start-browser.ts'

const timeoutMs = 60_000
const project = 'shop.example.com'
const token = 'a-token-of-an-incoming-webhook-x7Qa'

type Account = { email: string; password: string; api_key: string }

let system: TestSystem
let browser: Browser
let receiver: Receiver
let mails: MailServer
let page: Page
let origin: string
const trouble: string[] = []

beforeAll(async () => {
  if (chromiumPath === undefined) return
  receiver = await startReceiver()
  mails = await startMailServer({ disabledCommands: ['STARTTLS'] })
  const smtpUrl = `smtp://127.0.0.1:${mails.port}?tls=none`
  system = await startTestSystem({ env: { SMTP_URL: smtpUrl, EMAIL_FROM: 'Pagebell <bell@example.com>' } })
  origin = system.addresses.publicUrl
  browser = await startBrowser()
  const account = await system.admin<Account>('account', 'create', '--email', 'owner@example.com', '--plan', 'pro')
  const made = await fetch(`${origin}/api/v1/projects`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ project }),
  })
  expect(made.status).toBe(201)
  const context = await browser.newContext({ storageState: await signIn(browser, origin, account) })
  context.setDefaultTimeout(timeoutMs)
  context.on('console', (message) => isTrouble(message) && trouble.push(message.text()))
  page = await context.newPage()
})

afterAll(async () => {
  await browser?.close()
  await system?.destroy()
  await mails?.[Symbol.asyncDispose]()
  await receiver?.[Symbol.asyncDispose]()
}, 300_000)

/** A form that is refused is answered with 422, which the browser reports. */
const isTrouble = (message: ConsoleMessage): boolean => message.type() === 'error' && !message.text().includes('422')

const press = (name: string) => page.getByRole('button', { name }).first().click()

async function add(name: string, format: string, address: string): Promise<void> {
  await page.goto(`${origin}/projects/${project}/events/new`)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Format').selectOption({ label: format })
  await page.getByLabel('Address').fill(address)
  await press('Add the endpoint')
}

withBrowser('the panel', () => {
  it('adds an incoming webhook, whose address it never shows again, and sends a test to it', async () => {
    await add('Team', 'Discord', `${receiver.url}/slack`)
    await page.getByText('Leave out /slack or /github at the end.').waitFor()
    await add('Team', 'Slack, Mattermost or Rocket.Chat', `${receiver.url}/${token}`)
    await page.getByText('Endpoint added. Send a test to see its messages.').waitFor()
    expect(await page.content()).not.toContain(token)
    expect(await page.content()).not.toContain('whsec_')
    await page.getByLabel('Name').fill('The team')
    await press('Save the endpoint')
    await page.getByText('Endpoint saved.').waitFor()
    await press('Send a test')
    await until('the message has come', () => receiver.got.length === 1, timeoutMs)
    expect(receiver.got[0]?.path).toBe(`/events/${token}`)
    expect(JSON.parse(receiver.got[0]?.body ?? '')).toMatchObject({
      text: expect.stringContaining('A test of Pagebell'),
    })
    await page.goto(`${origin}/projects/${project}/events`)
    await page.getByRole('row', { name: /The team.*Slack/ }).waitFor()
    expect(await page.content()).not.toContain(token)
  }, 600_000)

  it('adds a mailbox, which confirms by the link of its mail and unsubscribes by that of another', async () => {
    await add('Mail', 'E-mail', 'someone@example.com')
    await page.getByText('A mail with a link was sent to the address.').waitFor()
    const ofEndpoint = page.url()
    await press('Send the confirmation again')
    await page.getByText('A mail with a link was sent to the address.').waitFor()
    await until('both mails have come', () => mails.got.length === 2, timeoutMs)
    const linkOf = (purpose: string) =>
      new RegExp(`${origin}/api/email/${purpose}/[\\w.-]+`).exec(mails.got.at(-1)?.text ?? '')?.[0] ?? ''
    await page.goto(linkOf('confirm'))
    await press('Confirm the address')
    await page.getByText(`Events of ${project} are sent to it from now on.`).waitFor()
    await page.goto(ofEndpoint)
    await press('Send a test')
    await until('the test has come', () => mails.got.length === 3, timeoutMs)
    await page.goto(linkOf('unsubscribe'))
    await press('Unsubscribe')
    await page.getByText('You are unsubscribed').waitFor()
    await page.goto(ofEndpoint)
    await page.getByText('The recipient has unsubscribed.').waitFor()
    expect(trouble).toEqual([])
  }, 600_000)
})
