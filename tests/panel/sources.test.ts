import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { signIn } from './sign-in.ts'
import { chromiumPath, startBrowser, withBrowser } from './start-browser.ts'
import { visitor } from './visitor.ts'

const timeoutMs = 120_000
const secret = 'shpss_of_the_shop'

let system: TestSystem
let browser: Browser
let context: BrowserContext
let page: Page
let origin: string
let list: string
let sourcePage = ''
/** Every address that was shown, the newest last. */
const addresses: string[] = []
/** Script errors of all pages. */
const trouble: string[] = []

beforeAll(async () => {
  system = await startTestSystem({})
  origin = system.addresses.publicUrl
  list = `${origin}/projects/${system.demo.project}/sources`
  if (chromiumPath === undefined) return
  browser = await startBrowser()
  context = await newContext({})
  page = await context.newPage()
})

afterAll(async () => {
  await browser?.close()
  await system?.destroy()
}, 300_000)

/** A signed-in browser. */
async function newContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const { email, password = '' } = system.demo
  const storageState = await signIn(browser, origin, { email, password })
  const made = await browser.newContext({ ...options, storageState })
  made.setDefaultTimeout(timeoutMs)
  await made.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  made.on('console', (message) => message.type() === 'error' && trouble.push(message.text()))
  made.on('weberror', (error) => trouble.push(String(error.error())))
  return made
}

const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** Posts a product as Shopify does, signed by a secret. */
async function send(url: string, product: object, by = secret): Promise<number> {
  const body = JSON.stringify(product)
  const { status } = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': 'products/update',
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-hmac-sha256': createHmac('sha256', by).update(body).digest('base64'),
    },
    body,
  })
  return status
}

/** URLs in the delivery log of the project. */
async function submitted(): Promise<string[]> {
  const path = `/projects/${system.demo.project}/deliveries?per_page=100`
  const { body } = await system.api<{ data: { url: string }[] }>('GET', path)
  return body.data.map(({ url }) => url)
}

const product = (id: number, handle: string) => ({
  id,
  handle,
  status: 'active',
  published_at: '2026-11-01T00:00:00Z',
})

/** The address that the page shows once. */
async function readAddress(): Promise<string> {
  const address = (await page.locator('#source-url').textContent()) ?? ''
  expect(address).toMatch(/\/api\/hooks\/pbh_\w+$/)
  addresses.push(address)
  return address
}

withBrowser('sources in the panel', () => {
  it('are added by picking a sender and two fields, and show their address once', async () => {
    await page.goto(list)
    await page.getByText('No source yet').waitFor()
    await page.getByRole('link', { name: 'Add a source' }).click()
    // Each kind of intake is offered.
    const { body } = await system.api<{ data: { title: string }[] }>('GET', '/source-kinds')
    const titles = await page.locator('.senders a').allTextContents()
    expect(titles.toSorted()).toEqual(body.data.map(({ title }) => title).toSorted())
    await page.getByRole('link', { name: 'Shopify', exact: true }).click()
    await page.getByLabel('Name').fill('Shop')
    await page.getByLabel('Secret').fill(secret)
    await page.getByText('Rules and allowed addresses').click()
    const rules = await page.getByLabel('Rules', { exact: true }).inputValue()
    expect(JSON.parse(rules)).toContainEqual(expect.objectContaining({ when: { topic: 'products/*' } }))

    await page.getByLabel('Rules', { exact: true }).fill('[{"url":"https://{handle}.example/"}]')
    await press('Add the source')
    const wrong = page.locator('#rules-error')
    await wrong.waitFor()
    expect(await wrong.textContent()).toContain('rules[0].url')
    await page.getByLabel('Rules', { exact: true }).fill('[\n{"url":}]')
    await page.getByLabel('Secret').fill(secret)
    await press('Add the source')
    await page.locator('#rules-error', { hasText: 'Unexpected token' }).waitFor()
    expect(await page.getByLabel('Rules', { exact: true }).inputValue()).toBe('[\n{"url":}]')

    await page.getByLabel('Rules', { exact: true }).fill(rules)
    await page.getByLabel('Secret').fill(secret)
    await press('Add the source')
    const address = await readAddress()
    await press('Copy')
    await until('it is copied', async () => (await page.evaluate('navigator.clipboard.readText()')) === address)
    await page.getByText('Open Settings, Notifications, Webhooks').waitFor()
    await page.getByRole('link', { name: 'I have copied it' }).click()
    await page.getByText('Waiting for the first request').waitFor()
    sourcePage = page.url()
    const { body: stored } = await system.api<{ data: { default_rules: boolean; has_secret: boolean }[] }>(
      'GET',
      `/projects/${system.demo.project}/sources`,
    )
    expect(stored.data).toMatchObject([{ default_rules: true, has_secret: true }])
  }, 600_000)

  it('show a request that really is signed by themselves, and what was made of it', async () => {
    expect(await send(addresses.at(-1) ?? '', product(1, 'lamp'))).toBe(202)
    const live = page.locator('.live')
    // Without a reload.
    await live.getByText('1 URL accepted').waitFor()
    expect(await live.textContent()).toContain('products/update')
    const rows = page.locator('#last-requests tbody tr')
    expect(await rows.count()).toBe(1)
    await until('the URL is submitted', async () => (await submitted()).some((url) => url.endsWith('/products/lamp')))
    expect(await send(addresses.at(-1) ?? '', product(1, 'lamp'), 'a wrong secret')).toBe(401)
    await live.getByText('The signature or secret is missing').waitFor()
    await until('both are listed', async () => (await rows.count()) === 2)

    await page.getByRole('link', { name: 'All requests of this source' }).click()
    await page.locator('#list tbody tr', { hasText: 'Shop' }).first().waitFor()
    expect(await page.locator('#list tbody tr').count()).toBe(2)
    await page.locator('#list tbody tr a').last().click()
    await page.getByRole('link', { name: 'Open it' }).click()
    await page.locator('.live').waitFor()
  }, 600_000)

  it('try the sample, and a pasted delivery with its signature, without submitting it', async () => {
    const before = (await submitted()).length
    await page.getByRole('link', { name: 'Use the sample of Shopify' }).click()
    await press('Try it')
    const result = page.locator('#try [role="status"]')
    await result.getByText(/\/products\/lamp$/).waitFor()
    expect(await result.textContent()).toMatch(/URLs.*products\/update.*refused with 401.*update/s)

    // Of several lines, as a signature covers them.
    const body = JSON.stringify(product(7, 'table'), null, 2)
    const hmac = createHmac('sha256', secret).update(body).digest('base64')
    await page.getByLabel('Headers').fill(`X-Shopify-Topic: products/update\nX-Shopify-Hmac-Sha256: ${hmac}`)
    await page.getByLabel('Body').fill(body)
    await press('Try it')
    await result.getByText(/\/products\/table$/).waitFor()
    expect(await result.textContent()).toContain('Right.')
    await page.getByLabel('Body').fill('{"id":7,"status":"active","published_at":"2026-11-01"}')
    await press('Try it')
    await result.getByText('Missing fields').waitFor()
    expect(await result.textContent()).toMatch(/Not mapped.*handle/s)
    await page.getByLabel('Headers').fill('no header')
    await press('Try it')
    await page.locator('#headers-error', { hasText: 'Name: value' }).waitFor()
    expect((await submitted()).length).toBe(before)
  }, 600_000)

  it('have rules, a name and addresses that are changed, with an error beside the field', async () => {
    await page.goto(sourcePage)
    await page.getByLabel('Allowed addresses').fill('192.0.2.0/33')
    await press('Save the source')
    await page.locator('#allow_ips-error').waitFor()
    await page.getByLabel('Allowed addresses').fill('')
    await page.getByLabel('Rules', { exact: true }).fill('[{"url":"/shop/{handle}","id":"{id}"}]')
    await page.getByLabel('Name').fill('The shop')
    await press('Save the source')
    await page.getByText('The source is saved.').waitFor()
    await page.getByText('The rules are your own.').waitFor()
    expect(await send(addresses.at(-1) ?? '', product(2, 'chair'))).toBe(202)
    await until('the URL is submitted', async () => (await submitted()).some((url) => url.endsWith('/shop/chair')))
  }, 600_000)

  it('rotate their address and their secret with grace', async () => {
    await page.goto(sourcePage)
    await press('Rotate the address')
    await readAddress()
    await page.getByRole('link', { name: 'I have copied it' }).click()
    await page.getByText('The address before').waitFor()
    const [first = '', second = ''] = addresses
    expect([await send(first, product(3, 'a')), await send(second, product(4, 'b'))]).toEqual([202, 202])

    await page.getByLabel('New secret').fill('another secret')
    await press('Change the secret')
    await page.getByText('The secret is changed.').waitFor()
    await page.getByText('The secret before is accepted for').waitFor()
    const send2 = async (by: string, handle: string) => send(second, product(5, handle), by)
    expect([await send2(secret, 'c'), await send2('another secret', 'd')]).toEqual([202, 202])

    await page.getByLabel(/^The address ending in/).selectOption('0')
    await press('Rotate the address')
    await page.getByText('confirm that the old address stops at once').waitFor()
    await page.getByLabel(/^Whatever still sends/).check()
    await press('Rotate the address')
    const third = await readAddress()
    const by = 'another secret'
    expect([await send(second, product(6, 'e'), by), await send(third, product(6, 'f'), by)]).toEqual([404, 202])
  }, 600_000)

  it('are disabled, enabled, and deleted after a confirmation', async () => {
    await page.goto(sourcePage)
    await press('Disable the source')
    await page.getByText('The source is disabled.').waitFor()
    const address = addresses.at(-1) ?? ''
    expect(await send(address, product(8, 'g'), 'another secret')).toBe(404)
    await press('Enable the source')
    await page.getByText('The source accepts deliveries again.').waitFor()
    expect(await send(address, product(8, 'h'), 'another secret')).toBe(202)
    await page.goto(list)
    expect(await page.locator('tbody tr').textContent()).toMatch(/The shop\s+Shopify\s*Enabled/)
    const other = await page.context().newPage()
    await other.goto(sourcePage)
    await page.goto(sourcePage)
    await page.getByText('Delete the source').click()
    // A tab that is still open asks once more, which may be before the answer to the deletion.
    const lastPoll = other.waitForResponse((response) => response.status() === 404)
    await press('Delete permanently')
    await page.getByText('No source yet').waitFor()
    await lastPoll
    await expect(other.waitForResponse(/\/live\?/, { timeout: 5_000 })).rejects.toThrow('Timeout')
    expect(await send(address, product(9, 'i'), 'another secret')).toBe(404)
    // A refused form is answered with 422, and a poll beside the deletion with 404: the browser logs both.
    expect(trouble.filter((one) => !/status of 422|status of 404|404 from .*\/live\?/.test(one))).toEqual([])
  }, 600_000)

  it('work without JavaScript, by a reload', async () => {
    const plain = await newContext({ javaScriptEnabled: false })
    page = await plain.newPage()
    await page.goto(`${list}/new/urls`)
    await page.getByLabel('Name').fill('Plain')
    await press('Add the source')
    const address = await readAddress()
    await page.getByRole('link', { name: 'I have copied it' }).click()
    const body = JSON.stringify({ urls: [`${system.addresses.sampleSiteUrl}/plain`] })
    const sent = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect(sent.status).toBe(202)
    await until('it is shown after a reload', async () => {
      await page.getByRole('link', { name: 'Reload' }).click()
      return (await page.locator('.live', { hasText: '1 URL accepted' }).count()) === 1
    })
    await page.getByText('Delete the source').click()
    await press('Delete permanently')
    await page.getByText('The source is deleted.').waitFor()
  }, 600_000)
})

describe('the page of a source', () => {
  it('has no secret in it, asks for news without answering the old, and adds one source for a form sent twice', async () => {
    const me = visitor(origin)
    await me.signIn(system.demo.email, system.demo.password ?? '')
    const path = `/projects/${system.demo.project}/sources`
    const form = { kind: 'shopify', name: 'Once', secret, rules: '', allow_ips: '', once: randomUUID() }
    const made = await me.send(`${path}/new/shopify`, path, form)
    expect(made).toMatchObject({ status: 200, location: undefined })
    expect(made.headers.get('cache-control')).toBe('private, no-store')
    const again = await me.send(`${path}/new/shopify`, path, form)
    expect(again.status).toBe(409)
    expect(again.text).not.toContain(secret)
    const address = /https?:[^<]*\/api\/hooks\/pbh_\w+/.exec(made.text)?.[0] ?? ''
    const [, id = ''] = new RegExp(`${path}/([0-9a-f-]{36})`).exec(made.text) ?? []
    const secrets = [secret, address.split('/').at(-1)]
    const shown = await me.get(`${path}/${id}`)
    for (const one of secrets) expect(shown.text).not.toContain(one)

    expect((await me.get(`${path}/${id}/live?seen=`)).status).toBe(204)
    expect(await send(address, product(1, 'lamp'))).toBe(202)
    const live = await until('there is news', async () => {
      const answer = await me.get(`${path}/${id}/live?seen=`)
      return answer.status === 200 ? answer : undefined
    })
    const [, seen = ''] = /live\?seen=([0-9a-f-]{36})/.exec(live.text) ?? []
    expect((await me.get(`${path}/${id}/live?seen=${seen}`)).status).toBe(204)
    const logged = system.lines.join('\n')
    for (const one of secrets) expect(logged).not.toContain(one)
  })
})
