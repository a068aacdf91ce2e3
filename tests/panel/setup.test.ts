import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { signIn } from './sign-in.ts'
import { chromiumPath, startBrowser, withBrowser } from './start-browser.ts'

const timeoutMs = 60_000
/** The site of the tests is named by its address, as the sample site is. */
const project = '127.0.0.1'

type Account = { email: string; password: string; api_key: string }

let system: TestSystem
let browser: Browser
let origin: string
let site: Server
let address: string
/** The key file that the site serves; none at first. */
let servedKey = ''
const trouble: string[] = []

const home = `<!doctype html><html lang="en"><title>Tea</title><meta name="generator" content="WordPress 6.9">
<meta name="viewport" content="width=device-width"><main><h1>Tea</h1><p>The words of the first page.</main>`

beforeAll(async () => {
  if (chromiumPath === undefined) return
  system = await startTestSystem({ env: { INDEXNOW_KEYS: '*' } })
  origin = system.addresses.publicUrl
  site = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === '/robots.txt') return response.end(`User-agent: *\nSitemap: ${address}map.xml\n`)
    if (path === '/map.xml') return response.end(`<urlset><url><loc>${address}</loc></url></urlset>`)
    if (path === `/${servedKey}.txt`) return response.setHeader('content-type', 'text/plain').end(servedKey)
    response.statusCode = path === '/' ? 200 : 404
    return response.setHeader('content-type', 'text/html').end(path === '/' ? home : 'There is no such page.')
  })
  await new Promise<void>((resolve) => site.listen(0, project, resolve))
  address = `http://${project}:${(site.address() as AddressInfo).port}/`
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  site?.closeAllConnections()
  site?.close()
  await system?.destroy()
}, 300_000)

/** The overview of a new account. */
async function openOverview(name: string, options: BrowserContextOptions = {}) {
  const account = await system.admin<Account>('account', 'create', '--email', `${name}@example.com`, '--plan', 'pro')
  const storageState = await signIn(browser, origin, account)
  const context = await browser.newContext({ ...options, storageState })
  context.setDefaultTimeout(timeoutMs)
  context.on('console', (message) => message.type() === 'error' && trouble.push(message.text()))
  context.on('weberror', (error) => trouble.push(String(error.error())))
  const page = await context.newPage()
  await page.goto(origin)
  return { page, account }
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const follow = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first().click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const current = (page: Page) => page.locator('.path [aria-current="step"]').textContent()
/** How many things of a page are the thing to do. */
const mainActions = (page: Page) => page.locator('main :is(button, a.button).main:visible').count()

async function addSite(page: Page, typed: string): Promise<void> {
  await page.getByLabel('Address of the site').fill(typed)
  await press(page, 'Add the site')
}

withBrowser('the set-up of a site', () => {
  it('leads from its address to the first announcement, and shows by itself what comes of each step', async () => {
    const { page, account } = await openOverview('guided')
    await addSite(page, address)
    await heading(page, 'What was found')
    expect([await current(page), await mainActions(page)]).toEqual(['What was found', 1])
    const found = page.locator('section[aria-labelledby="found"]')
    expect(await found.textContent()).toMatch(/WordPress.*robots\.txt\s*yes.*map\.xml.*named in robots\.txt.*1 page/s)
    await follow(page, 'Continue')

    await heading(page, 'How changes arrive')
    expect(await mainActions(page)).toBe(1)
    await page.getByRole('link', { name: 'Add WordPress as a source' }).waitFor()
    await press(page, /^Watch it/)
    await heading(page, 'Key file')
    await page.getByText('The watch is added, and its first scan begins.').waitFor()
    expect(await mainActions(page)).toBe(1)
    // Without a click: first that it is missing, then that it is there.
    await page.locator('#key-file-live', { hasText: 'answers 404' }).waitFor()
    servedKey = (await page.locator('#key-content').textContent()) ?? ''
    expect(await page.locator('#key-address').textContent()).toBe(`${address}${servedKey}.txt`)
    await page.getByText('Served', { exact: true }).waitFor()
    await follow(page, 'Continue')

    await heading(page, 'First announcement')
    expect(await mainActions(page)).toBe(1)
    await press(page, 'Rate and announce it')
    await page.locator('svg.gauge:is(.good, .decent, .bad)').waitFor()
    await page.locator('#list').getByText('Delivered', { exact: true }).waitFor()
    await page.getByRole('heading', { name: `${project} is set up` }).waitFor()
    expect(await mainActions(page)).toBe(1)
    expect(await system.received()).toContain(address)

    await follow(page, 'Open the project')
    await page.getByRole('heading', { name: 'Connection' }).waitFor()
    expect(await page.getByText('Continue setting up').count()).toBe(0)
    await page.goto(`${origin}/projects`)
    expect(await page.locator('#list tbody tr').textContent()).toMatch(/Working/)
    expect(await page.getByText('Continue setting up').count()).toBe(0)
    // Nothing is left to continue.
    await page.goto(`${origin}/projects/${project}/setup`)
    expect(new URL(page.url()).pathname).toBe(`/projects/${project}`)
    const { api_key: key } = account
    const { body } = await system.api<{ data: object }>('GET', `/projects/${project}`, { key })
    expect(body.data).toMatchObject({ project, preflight: true })
    await page.context().close()
  }, 300_000)

  it('is left at any step, and continues with the first that is not done', async () => {
    const { page } = await openOverview('resumed')
    await addSite(page, 'shop.example.com')
    await heading(page, 'What was found')
    await page.getByText('The first page could not be read').waitFor()
    await follow(page, 'Finish later')
    await page.getByText('1 of 5 done').waitFor()

    await page.goto(`${origin}/projects`)
    await follow(page, /^Continue setting up/)
    await heading(page, 'What was found')
    await follow(page, 'Continue')
    await press(page, 'Create the webhook')
    await page.locator('#hook-url').waitFor()
    await follow(page, 'I have copied it')
    await heading(page, 'Key file')
    // Of the address that was entered, although nothing has stored it.
    expect(await page.locator('#key-address').textContent()).toMatch(/^https:\/\/shop\.example\.com\/\w+\.txt$/)

    await page.goto(`${origin}/projects/shop.example.com`)
    await page.getByText('nothing has called it yet').waitFor()
    await follow(page, 'Continue setting up')
    await heading(page, 'Key file')
    await follow(page, 'Skip for now')
    await heading(page, 'First announcement')
    await page.context().close()
  }, 300_000)

  it('leads from the overview to the first page of a site that is an IP address, of which nothing else is known', async () => {
    const { page, account } = await openOverview('address')
    const { api_key: key } = account
    await system.api('POST', '/projects', { key, body: { project } })
    await system.api('POST', `/projects/${project}/hook`, { key })
    await page.reload()
    await page.getByRole('heading', { name: `Announce the first page of ${project}` }).waitFor()
    await follow(page, 'Continue setting up')
    await heading(page, 'What was found')
    await page.getByText('The first page could not be read').waitFor()
    expect(await page.getByLabel('First page', { exact: true }).inputValue()).toBe(`https://${project}/`)
    await page.getByLabel('First page', { exact: true }).fill(address)
    await press(page, 'Look again')
    await page.locator('section[aria-labelledby="found"]', { hasText: 'WordPress' }).waitFor()
    await page.goto(`${origin}/projects/${project}/watches`)
    await page.getByLabel('Sitemap or feed', { exact: true }).fill(`${address}map.xml`)
    await press(page, 'Watch it')
    await page.getByText('The watch is added').waitFor()
    await page.goto(`${origin}/projects/${project}/watches`)
    expect(await page.getByLabel('First page', { exact: true }).inputValue()).toBe(address)
    await page.context().close()
  }, 300_000)

  it('has a source for the recognised system, which leads back to the next step', async () => {
    const { page } = await openOverview('source')
    await addSite(page, address)
    await follow(page, 'Continue')
    await follow(page, 'Add WordPress as a source')
    await press(page, 'Add the source')
    await page.locator('#source-url').waitFor()
    await follow(page, 'I have copied it')
    await heading(page, 'Key file')
    await follow(page, 'How changes arrive')
    await page.locator('#list', { hasText: 'nothing has called it yet' }).waitFor()
    expect(await mainActions(page)).toBe(1)
    await page.context().close()
  }, 300_000)

  it('refuses what it cannot use beside the field, with what was typed', async () => {
    const { page } = await openOverview('refused')
    await page.goto(`${origin}/sites/new`)
    await addSite(page, 'https://*.example.com/')
    await page.locator('#project-error').waitFor()
    expect(await page.getByLabel('Address of the site').inputValue()).toBe('https://*.example.com/')
    await addSite(page, address)
    await heading(page, 'What was found')
    await page.goto(`${origin}/sites/new`)
    await addSite(page, address)
    await page.getByText(`${project} is already among your projects.`).waitFor()
    await follow(page, 'Continue its set-up')

    await heading(page, 'What was found')
    await page.getByText('Look at another first page').click()
    await page.getByLabel('First page', { exact: true }).fill('https://elsewhere.example/')
    await press(page, 'Look again')
    await page.locator('#address-error', { hasText: `must be on ${project}` }).waitFor()
    await page.getByLabel('First page', { exact: true }).fill(address)
    await press(page, 'Look again')
    await follow(page, 'Continue')

    await page.getByText('Another sitemap or feed').click()
    await page.getByLabel('Sitemap or feed', { exact: true }).fill('https://elsewhere.example/map.xml')
    await press(page, /^Watch it$/)
    await page.locator('#url-error', { hasText: `must be on ${project}` }).waitFor()
    await follow(page, 'First announcement')
    await page.getByLabel('Page', { exact: true }).fill('https://elsewhere.example/')
    await press(page, 'Rate and announce it')
    await page.locator('#url-error', { hasText: `must be on ${project}` }).waitFor()
    expect(await page.getByLabel('Page', { exact: true }).inputValue()).toBe('https://elsewhere.example/')
    await page.context().close()
  }, 300_000)

  it('announces another page, and the same one not twice within a short time', async () => {
    const { page } = await openOverview('again')
    const first = `${system.addresses.sampleSiteUrl}/`
    await addSite(page, first)
    await follow(page, 'First announcement')
    await press(page, 'Rate and announce it')
    await page.locator('#list').getByText('Delivered', { exact: true }).waitFor()
    await page.getByText('Another page').click()
    await press(page, 'Rate and announce it')
    await page.locator('#url-error', { hasText: 'submitted a short time ago' }).waitFor()
    expect(await page.getByText('It is on its way').count()).toBe(0)
    await page.locator('#list').getByText('Delivered', { exact: true }).waitFor()

    const other = `${first}tasting-evenings`
    await page.getByLabel('Page', { exact: true }).fill(other)
    await press(page, 'Rate and announce it')
    await page.getByRole('heading', { name: `Rating of ${other}` }).waitFor()
    await page.locator('#list').getByText('Delivered', { exact: true }).waitFor()
    // The first page of the site stays what it was.
    const step = page.locator('.path').getByRole('link', { name: 'Key file' })
    const address = encodeURIComponent(first)
    expect(await step.getAttribute('href')).toBe(`/projects/${project}/setup/key-file?address=${address}`)
    await page.context().close()
  }, 300_000)

  it('works without scripts, and says what is left of it once its page is announced', async () => {
    const { page } = await openOverview('plain', { javaScriptEnabled: false })
    const sample = system.addresses.sampleSiteUrl
    await addSite(page, `${sample}/`)
    await follow(page, 'Continue')
    await follow(page, 'Skip for now')
    await press(page, 'Check now')
    await page.getByText('The key file is served.').waitFor()
    await follow(page, 'Continue')
    await press(page, 'Rate and announce it')
    // The page reloads itself.
    await page.getByRole('heading', { name: 'Still to do' }).waitFor()
    await page.locator('svg.gauge:is(.good, .decent, .bad)').waitFor()
    await follow(page, 'Choose how changes arrive')
    await heading(page, 'How changes arrive')
    await page.context().close()
  }, 300_000)

  it('leaves no error on any console', () => {
    // The browser logs the statuses of refused forms.
    expect(trouble.filter((one) => !/status of (409|422)/.test(one))).toEqual([])
  })
})
