import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventTypes } from '@pagebell/outbound-events/event-types'
import { until } from '@pagebell/testing/until'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { chromiumPath, startBrowser, withBrowser } from './start-browser.ts'

/** Long, for a busy machine. */
const timeoutMs = 120_000
const password = 'a few words in a row'

let system: TestSystem
let browser: Browser
let context: BrowserContext
let page: Page
let origin: string
let site: string
/** Script errors of all pages, and dialogs that injected scripts opened. */
const trouble: string[] = []

beforeAll(async () => {
  if (chromiumPath === undefined) return
  system = await startTestSystem({})
  origin = system.addresses.publicUrl
  site = system.addresses.sampleSiteUrl
  browser = await startBrowser()
  context = await newContext()
  page = await context.newPage()
})

afterAll(async () => {
  await browser?.close()
  await system?.destroy()
}, 300_000)

async function newContext(): Promise<BrowserContext> {
  const made = await browser.newContext()
  made.setDefaultTimeout(timeoutMs)
  await made.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  made.on(
    'console',
    (message) => message.type() === 'error' && trouble.push(`${message.page()?.url()}: ${message.text()}`),
  )
  made.on('weberror', (error) => trouble.push(String(error.error())))
  made.on('dialog', (dialog) => {
    trouble.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return made
}

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
const clipboard = (): Promise<string> => page.evaluate('navigator.clipboard.readText()')

/** The status of the `curl` snippet on the page. */
async function curl(url: string, path: string): Promise<number> {
  const body = JSON.stringify({ urls: [`${site}${path}`] })
  const line = [
    '-s',
    '-o',
    '/dev/null',
    '-w',
    '%{http_code}',
    '-X',
    'POST',
    url,
    '-H',
    'Content-Type: application/json',
    '-d',
    body,
  ]
  return Number((await promisify(execFile)('curl', line)).stdout)
}

withBrowser('the panel in a browser', () => {
  it('creates the first account with a set-up link, which works once', async () => {
    const { setup_link } = await system.admin<{ setup_link: string }>('setup-link', '--plan', 'pro')
    await page.goto(setup_link)
    expect(await page.getByLabel('Set-up token').inputValue()).toMatch(/^pbs_/)
    expect(page.url()).not.toContain('pbs_')
    await page.getByLabel('E-mail').fill('first@example.com')
    await page.getByLabel('Password').fill(password)
    await press('Create the account')
    await heading('Overview').waitFor()

    const again = await (await newContext()).newPage()
    await again.goto(setup_link)
    await again.getByLabel('E-mail').fill('second@example.com')
    await again.getByLabel('Password').fill(password)
    await again.getByRole('button', { name: 'Create the account' }).click()
    await again.locator('.wrong').waitFor()
    await again.context().close()
  }, 600_000)

  it('signs out and in again, and returns to the requested page', async () => {
    await press('Sign out')
    await page.getByText('You are signed out.').waitFor()
    await page.goto(`${origin}/usage`)
    await page.getByLabel('E-mail').fill('first@example.com')
    await page.getByLabel('Password').fill('not the password')
    await press('Sign in')
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password').fill(password)
    await press('Sign in')
    await heading('Usage').waitFor()
  }, 600_000)

  it('shows the progress of a new report and then its rating, without a reload', async () => {
    system.process('analyzer').kill('SIGSTOP')
    await page.goto(`${origin}/reports`)
    await page.getByLabel('Page', { exact: true }).fill(`${site}/winter-offers`)
    // Reports are private by default.
    expect(await page.getByLabel('Visibility').inputValue()).toBe('1')
    await page.getByLabel('Visibility').selectOption('0')
    await press('Rate the page')
    await page.locator('.stages [aria-current="step"]', { hasText: 'Waiting' }).waitFor()
    system.process('analyzer').kill('SIGCONT')
    await page.locator('svg.gauge.bad').waitFor()
    expect(await page.locator('svg.gauge').getAttribute('aria-label')).toMatch(/^Score \d+ of 100: bad$/)
    expect(await page.locator('details.finding[open] .evidence').first().textContent()).toContain('noindex')

    await press('Run again')
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await page.locator('svg.sparkline').waitFor()
    await page
      .getByRole('link', { name: /^Compare/ })
      .first()
      .click()
    await heading('Two runs compared').waitFor()
  }, 600_000)

  it('searches reports while typing', async () => {
    await page.goto(`${origin}/reports`)
    await page.getByLabel('Address contains').pressSequentially('no such page')
    await page.getByText('No report fits').waitFor()
    await page.getByLabel('Address contains').fill('winter')
    await page.locator('#list a.url', { hasText: 'winter-offers' }).waitFor()
    expect(page.url()).toContain('search=winter')
  }, 600_000)

  it('creates a webhook, shows its address once, and curl works with it', async () => {
    await page.goto(`${origin}/projects/127.0.0.1/webhook`)
    await press('Create the webhook')
    await page.locator('#hook-url').waitFor()
    await press('Copy')
    await until('it is copied', async () => (await clipboard()).includes('/api/hooks/pbh_'))
    const url = await clipboard()
    expect(await page.locator('#snippet-curl').textContent()).toContain(url)
    expect(await curl(url, '/')).toBe(202)

    await page.getByRole('link', { name: 'I have copied it' }).click()
    await page.getByText('1 URL accepted').waitFor()
    expect(await page.content()).not.toContain(url.split('/').at(-2))
    expect(await page.locator('#webhook code').first().textContent()).toBe(`pbh_…${url.split('/').at(-2)?.slice(-4)}`)
  }, 600_000)

  it('rotates with and without grace, and the old token is valid exactly for the chosen time', async () => {
    const addresses: string[] = []
    const rotate = async (grace: string): Promise<void> => {
      await page.goto(`${origin}/projects/127.0.0.1/webhook`)
      await page.getByLabel(/^The token ending in/).selectOption(grace)
      if (grace === '0') await page.getByLabel(/Whatever still sends/).check()
      await press('Rotate the token')
      addresses.push((await page.locator('#hook-url').textContent()) ?? '')
    }
    await rotate('0')
    await rotate('3600')
    const [first = '', second = ''] = addresses
    expect(await curl(first, '/during-grace')).toBe(202)
    await page.goto(`${origin}/projects/127.0.0.1/webhook`)
    await page.getByText('something still sends with it').waitFor()
    expect(await page.locator('[data-until]').textContent()).toMatch(/5\d min|60 min|1 hour|59 minutes/)

    await rotate('0')
    expect([await curl(first, '/a'), await curl(second, '/b'), await curl(addresses[2] ?? '', '/c')]).toEqual([
      404, 404, 202,
    ])

    await page.goto(`${origin}/projects/127.0.0.1/webhook`)
    await press('Disable')
    await page.getByText('The webhook is disabled.').waitFor()
    expect(await curl(addresses[2] ?? '', '/d')).toBe(404)
    await press('Enable')
    await page.getByText('The webhook accepts URLs again.').waitFor()
    expect(await curl(addresses[2] ?? '', '/e')).toBe(202)
  }, 600_000)

  it('processes a form that is sent twice only once', async () => {
    await page.goto(`${origin}/projects/127.0.0.1/webhook`)
    const html = await page.content()
    const fields = Object.fromEntries(
      ['form_token', 'once'].map((name) => [name, new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '']),
    )
    const once = { once: /rotate[\s\S]*?name="once" value="([^"]+)"/.exec(html)?.[1] ?? '' }
    const send = () =>
      page.request.post(`${origin}/projects/127.0.0.1/hook/rotate`, {
        form: { ...fields, ...once, grace: '0', 'at-once': '1' },
        headers: { origin },
      })
    expect([(await send()).status(), (await send()).status()]).toEqual([200, 409])
  }, 600_000)

  it("saves a channel's settings, masks their secrets, and sends through the chosen channels", async () => {
    type Credentials = { google: { client_email: string; private_key: string }; bing: { api_key: string } }
    const { google, bing } = (await (await fetch(`${system.addresses.sandboxUrl}/credentials`)).json()) as Credentials
    const open = async (channel: string) => {
      await page.goto(`${origin}/projects/127.0.0.1/channels`)
      const card = page.locator(`#channel-${channel}`)
      await card.locator('summary').first().click()
      return card
    }
    let card = await open('bing')
    await card.getByLabel('API key').fill('short')
    await card.getByRole('button', { name: 'Save Bing URL submission' }).click()
    // Beside its field, in an open card.
    await page.locator('#channel-bing #bing-api_key-error').waitFor()
    expect(await page.getByLabel('API key').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('API key').fill(bing.api_key)
    await press('Save Bing URL submission')
    await page.getByText('The settings of the channel are saved.').waitFor()
    expect(await page.content()).not.toContain(bing.api_key)
    expect(await page.locator('#channel-bing code').first().textContent()).toBe(`…${bing.api_key.slice(-4)}`)

    card = await open('google')
    await card.getByLabel('Key file of the service account').fill(JSON.stringify(google))
    await card.getByRole('button', { name: 'Save Google Indexing API' }).click()
    await page.getByText('The settings of the channel are saved.').waitFor()
    const secret = google.private_key.replace(/-----[^-]+-----|\s/g, '')
    card = await open('google')
    // Empty fields are unchanged.
    await card.getByLabel('Only pages that Google asks for').uncheck()
    await card.getByRole('button', { name: 'Save Google Indexing API' }).click()
    await page.getByText('The settings of the channel are saved.').waitFor()
    card = await open('google')
    expect(await card.getByLabel('Only pages that Google asks for').isChecked()).toBe(false)
    const shown = await page.content()
    expect(shown).not.toContain(secret.slice(100, 140))
    expect(await card.locator('code').allTextContents()).toEqual([google.client_email, `…${secret.slice(-4)}`])

    await page.getByRole('checkbox', { name: 'IndexNow' }).uncheck()
    await page.getByRole('checkbox', { name: 'Bing URL submission' }).check()
    await press('Save channels')
    await page.getByText('Default channels saved.').waitFor()
    await page.goto(`${origin}/projects/127.0.0.1/webhook`)
    await press('Rotate the token')
    const url = (await page.locator('#hook-url').textContent()) ?? ''
    // Starts with an error, so that a change is visible.
    const trouble = JSON.stringify({ engine: 'bing', next: [{ status: 503 }, { status: 503 }] })
    await fetch(`${system.addresses.sandboxUrl}/script`, { method: 'POST', body: trouble })
    expect(await curl(url, '/by-bing')).toBe(202)
    await until('it is in the log', async () => {
      await page.goto(`${origin}/deliveries?channel=bing`)
      return (await page.locator('.log summary', { hasText: '/by-bing' }).count()) === 1
    })
    // Without a reload.
    await page.locator('.log summary', { hasText: '/by-bing' }).locator('.badge.good').waitFor()

    await page.goto(`${origin}/projects/127.0.0.1/channels`)
    await page.locator('#channel-bing > summary').click()
    await page.getByText('Remove the settings of Bing URL submission').click()
    await page.locator('#channel-bing').getByRole('button', { name: 'Remove permanently' }).click()
    await page.getByText('The settings of the channel are removed.').waitFor()
    expect(await page.getByRole('checkbox', { name: 'IndexNow' }).isChecked()).toBe(true)
    expect(await page.getByRole('checkbox', { name: /^Bing/ }).isDisabled()).toBe(true)
  }, 600_000)

  it('pauses a channel, and resumes it', async () => {
    await page.goto(`${origin}/projects/127.0.0.1/channels`)
    const card = page.locator('#channel-indexnow')
    await card.locator('summary').click()
    await card.getByRole('button', { name: 'Pause IndexNow' }).click()
    await page.getByText('Channel paused. URLs are accepted and held.').waitFor()
    // The card stays open and shows the message.
    expect(await card.locator('.badge').textContent()).toBe('Paused')
    await card.getByRole('button', { name: 'Resume IndexNow' }).click()
    await page.getByText('Channel resumed.').waitFor()
    // The key file of this account was never fetched.
    expect(await card.locator('.badge').textContent()).toMatch(/^Key file (missing|not checked yet)$/)
  }, 600_000)

  it('checks a key file, and explains what is wrong with it', async () => {
    await page.goto(`${origin}/projects/127.0.0.1/channels`)
    const card = page.locator('#key-file')
    await card
      .getByRole('button', { name: /^Check now/ })
      .first()
      .click()
    await page.getByText('The key file is not served as search engines need it.').waitFor()
    await card.getByText('Not served').first().waitFor()
    await card.locator('.warning', { hasText: 'Put a text file there' }).first().waitFor()
  }, 600_000)

  it('ignores a check, and counts it again', async () => {
    await page.goto(`${origin}/projects/127.0.0.1/settings`)
    await page.getByText('Ignore a check').click()
    await page.getByLabel('Check', { exact: true }).selectOption({ label: 'Title' })
    await page.getByLabel('Reason').fill('A brand of four letters')
    await press('Ignore it')
    await page.getByText('The check no longer counts for the score.').waitFor()
    const row = page.locator('#ignored tbody tr')
    expect(await row.locator('td').first().textContent()).toContain('title')
    await row.getByRole('button', { name: 'Count again title' }).click()
    await page.getByText('The check counts again.').waitFor()
    expect(await row.count()).toBe(0)
  }, 600_000)

  it('adds a webhook endpoint, tests it, rotates its secret and deletes it', async () => {
    const list = () => page.goto(`${origin}/projects/127.0.0.1/events`)
    const add = async (name: string) => {
      await list()
      await page.getByRole('link', { name: 'Add an endpoint' }).click()
      await page.getByLabel('Name').fill(name)
      await page.getByLabel('Address').fill('http://10.0.0.1/')
      await press('Add the endpoint')
      await page.getByText('Use http:// or https:// and an address of the public web.').waitFor()
      await page.getByLabel('Address').fill(`${system.addresses.sandboxUrl}/events`)
      await press('Add the endpoint')
      return (await page.locator('#endpoint-secret').textContent()) ?? ''
    }
    const open = async (name = 'Alerts') => {
      await list()
      await page.getByRole('link', { name, exact: true }).click()
    }
    const otherSecret = await add('Builds')
    const secret = await add('Alerts')
    expect(secret).toMatch(/^whsec_.{32}$/)
    expect(secret).not.toBe(otherSecret)
    await open()
    expect(await page.content()).not.toContain(secret)
    await page.getByText(`whsec_…${secret.slice(-4)}`).waitFor()
    await page.getByRole('checkbox', { name: /report.completed/ }).uncheck()
    await press('Save the endpoint')
    await page.getByText('Endpoint saved.').waitFor()
    await list()
    await page
      .getByRole('row', { name: /Alerts/ })
      .getByText(`${eventTypes.length - 1} events`)
      .waitFor()
    await open()
    await press('Send a test')
    await page.getByText('Test event queued.').waitFor()
    type Taken = { events: { body: string }[] }
    const taken = async () => (await (await fetch(`${system.addresses.sandboxUrl}/events`)).json()) as Taken
    await until('it has come', async () => (await taken()).events.length > 0, timeoutMs)
    await until('it is shown', async () => {
      await open()
      return (await page.getByText('Delivered').count()) > 0
    })
    await open('Builds')
    await page.getByText('No events yet').waitFor()
    await page.getByText(`whsec_…${otherSecret.slice(-4)}`).waitFor()
    await open()
    await page.getByLabel(/^The secret ending in/).selectOption('0')
    await page.getByLabel(/^Events are signed by the new secret alone/).check()
    await press('Rotate the secret')
    expect(await page.locator('#endpoint-secret').textContent()).not.toBe(secret)
    await open()
    await press('Disable the endpoint')
    await page.getByText('Endpoint disabled.').waitFor()
    await page.getByText('no events are sent or stored').waitFor()
    await press('Enable the endpoint')
    await page.getByText('Endpoint enabled: events are sent again.').waitFor()
    for (const name of ['Alerts', 'Builds']) {
      await open(name)
      await page.getByText('Remove the endpoint').click()
      await press('Remove permanently')
      await page.getByText('Endpoint removed.').waitFor()
    }
  }, 600_000)

  it('previews the response of the webhook, without sending', async () => {
    await page.goto(`${origin}/projects/127.0.0.1/webhook`)
    await page
      .getByLabel('URLs, one per line')
      .fill(`${site}/\n${site}/never-sent\nhttps://elsewhere.example/\nnothing`)
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    const verdicts = page.locator('#try tbody .badge')
    await verdicts.first().waitFor()
    expect(await verdicts.allTextContents()).toEqual(['Duplicate', 'Accepted', 'Not on this site', 'Invalid'])
  }, 600_000)

  it('lists the calls of the webhook, refused ones with their reason, and shows the curl that repeats one', async () => {
    await page.goto(`${origin}/projects/127.0.0.1/webhook`)
    await press('Rotate the token')
    const url = (await page.locator('#hook-url').textContent()) ?? ''
    const call = (body: object) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'a CMS/1.0' },
        body: JSON.stringify(body),
      })
    expect((await call({ urls: [`${site}/logged`] })).status).toBe(202)
    expect((await call({ url: `${site}/logged` })).status).toBe(422)
    const rows = page.locator('#list tbody tr')
    await until('both are listed', async () => {
      await page.goto(`${origin}/projects/127.0.0.1/requests?outcome=refused`)
      return (await rows.filter({ hasText: 'a CMS/1.0' }).count()) === 1
    })
    const row = rows.filter({ hasText: 'a CMS/1.0' })
    expect(await row.textContent()).toMatch(/422.*urls.*required/i)
    await page.getByRole('link', { name: 'Answered' }).click()
    await rows.filter({ hasText: 'a CMS/1.0' }).getByRole('link').first().click()
    await page.getByText('1 URL accepted').first().waitFor()
    const command = (await page.locator('#curl').textContent()) ?? ''
    expect(command).toContain(`${site}/logged`)
    expect(command).not.toContain(url.split('/').at(-2))
    expect(await page.content()).not.toContain(url.split('/').at(-2))
  }, 600_000)

  it('searches deliveries by a part of their URL, and requeues those that are selected', async () => {
    await page.goto(`${origin}/deliveries?status=rejected`)
    const boxes = page.locator('.log input[type="checkbox"]')
    const count = await boxes.count()
    expect(count).toBeGreaterThan(1)
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await press('Requeue selected')
    await page.getByText('2 deliveries are due again.').waitFor()
    await page.goto(`${origin}/deliveries`)
    await page.getByLabel('URL contains').fill('by-b')
    await press('Search')
    // The list from before has it too, among others.
    await until('it alone is listed', async () => (await page.locator('.log summary').count()) === 1, timeoutMs)
    expect(await page.locator('.log summary').textContent()).toContain('/by-bing')
    await page.waitForURL(/search=by-b/)
  }, 600_000)

  it('shows a delivery that an engine refused, with its response, and requeues it', async () => {
    // The sample site serves only the demo account's key.
    await until(
      'one is rejected',
      async () => {
        await page.goto(`${origin}/deliveries?status=rejected`)
        return (await page.locator('.log details').count()) > 0
      },
      timeoutMs,
    )
    const entry = page.locator('.log details').first()
    await entry.locator('summary').click()
    await entry.getByText('KeyNotFound').first().waitFor()
    await entry.getByRole('button', { name: 'Requeue' }).click()
    await page.getByText('The delivery is due again.').waitFor()

    const csv = await page.request.get(`${origin}/deliveries.csv`)
    expect(csv.headers()['content-type']).toContain('text/csv')
    expect((await csv.text()).split('\r\n').filter((line) => line.includes(site)).length).toBeGreaterThanOrEqual(4)
  }, 600_000)

  it('shows each attempt at a URL with the engine’s response, without JavaScript too', async () => {
    await page.goto(`${origin}/deliveries?status=rejected`)
    const entry = page.locator('.log details').first()
    await entry.locator('summary').click()
    await entry.getByRole('link', { name: /^(Details|All attempts)/ }).click()
    await heading('Delivery').waitFor()
    const address = page.url()
    const attempts = page.locator('main .attempt')
    const before = await attempts.count()
    expect(before).toBeGreaterThanOrEqual(1)
    expect(await attempts.last().textContent()).toMatch(/Refused.*KeyNotFound.*403.* ms/s)

    await press('Requeue')
    await page.getByText('The delivery is due again.').waitFor()
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await context.storageState(),
    })
    const reader = await plain.newPage()
    await until('it was tried once more', async () => {
      await reader.goto(address)
      return (await reader.locator('main .attempt').count()) === before + 1
    })
    await plain.close()
  }, 600_000)

  it('requeues all deliveries rejected since a time, after a confirmation', async () => {
    const rejected = async (): Promise<number> => {
      await page.goto(`${origin}/deliveries?status=rejected&project=127.0.0.1&per_page=100`)
      return page.locator('.log details').count()
    }
    const count = await until('all that were refused stay so', async () => (await rejected()) >= 2 && rejected())
    await page.getByRole('link', { name: 'Requeue rejected' }).click()
    expect(await page.getByLabel('Project').inputValue()).toBe('127.0.0.1')
    await page.getByLabel('Rejected since').fill('2100-01-01T00:00:00')
    await press('Count deliveries')
    await page.getByText('Nothing was rejected').waitFor()

    await page.getByLabel('Rejected since').fill('2026-01-01T00:00:00')
    await press('Count deliveries')
    await page.getByRole('heading', { name: `Requeue ${count} deliveries?` }).waitFor()
    // The confirmation page changes nothing, nor does a form from another origin.
    expect(await rejected()).toBe(count)
    const forged = await page.request.post(`${origin}/deliveries/requeue`, {
      form: { rejected_since: '2026-01-01T00:00:00' },
      headers: { origin },
    })
    expect([forged.status(), await rejected()]).toEqual([403, count])

    await page.goto(`${origin}/deliveries/requeue?since=2026-01-01T00:00:00&project=127.0.0.1`)
    await press(`Yes, requeue ${count} deliveries`)
    await page.getByText(`${count} deliveries are due again.`).waitFor()
  }, 600_000)

  it('creates an API key that works, shows it once, and revokes it', async () => {
    await page.goto(`${origin}/keys`)
    await page.getByLabel('Name').fill('Nightly export')
    await press('Create key')
    const key = (await page.locator('#new-key').textContent()) ?? ''
    expect((await system.api('GET', '/reports', { key })).status).toBe(200)
    expect((await system.api('GET', '/projects', { key })).status).toBe(403)
    await page.goto(`${origin}/keys`)
    expect(await page.content()).not.toContain(key)
    await page.getByText('Revoke Nightly export').click()
    await page.getByText(`Requests with the key ending in ${key.slice(-4)} are refused`).waitFor()
    await press('Revoke permanently')
    await page.getByText('The API key is revoked.').waitFor()
    await until('it is refused', async () => (await system.api('GET', '/reports', { key })).status === 401)
  }, 600_000)

  it('supports the whole token flow by keyboard', async () => {
    await page.goto(`${origin}/sites/new`)
    const focused = (): Promise<string> =>
      page.evaluate('(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()')
    const tabTo = async (text: string): Promise<void> => {
      for (let steps = 0; steps < 80; steps++) {
        await page.keyboard.press('Tab')
        if ((await focused()) === text) return
      }
      throw new Error(`Tab never came to "${text}".`)
    }
    await tabTo('Address of the site')
    await page.keyboard.type('keyboard.example')
    await page.keyboard.press('Enter')
    await heading('What was found').waitFor()
    await tabTo('Continue')
    await page.keyboard.press('Enter')
    await heading('How changes arrive').waitFor()
    await tabTo('Create the webhook')
    await page.keyboard.press('Enter')
    await page.locator('#hook-url').waitFor()
    const [address = ''] = await page.locator('#hook-url').allTextContents()
    await tabTo('Copy webhook address')
    await page.keyboard.press('Enter')
    await until('it is copied', async () => (await clipboard()) === address)
    await tabTo('I have copied it')
    await page.keyboard.press('Enter')
    await heading('Key file').waitFor()
    await tabTo('Finish later')
    await page.keyboard.press('Enter')
    await heading('keyboard.example').waitFor()
    await tabTo('Webhook')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 2, name: 'Webhook' }).waitFor()
    await tabTo('Disable')
    await page.keyboard.press('Space')
    await page.getByText('The webhook is disabled.').waitFor()
  }, 600_000)

  it('deletes a project only after its name is typed', async () => {
    await page.goto(`${origin}/projects/keyboard.example/settings`)
    const confirmation = page.getByLabel('Type keyboard.example to confirm')
    await confirmation.fill('keyboard.exampl')
    await press('Delete keyboard.example')
    await page.getByText('Nothing was deleted').waitFor()
    await confirmation.fill('keyboard.example')
    await press('Delete keyboard.example')
    await page.getByText('The project, its reports and its webhook are deleted.').waitFor()
    expect((await page.goto(`${origin}/projects/keyboard.example`))?.status()).toBe(404)
  }, 600_000)

  it('restricts a report to its audience: owner, visitor, guesser', async () => {
    const visitorContext = await newContext()
    const visitor = await visitorContext.newPage()
    const see = async (path: string): Promise<[status: number | undefined, robots: boolean, shown: boolean]> => {
      const answer = await visitor.goto(`${origin}${path}`)
      const robots = (await visitor.locator('meta[name="robots"][content="noindex"]').count()) > 0
      return [answer?.status(), robots, (await visitor.locator('svg.gauge').count()) > 0]
    }
    await page.goto(`${origin}/reports`)
    await page.locator('#list a.url').first().click()
    const path = new URL(page.url()).pathname.replace('/reports/', '/r/')
    const hide = async (privacy: string, secret?: string): Promise<void> => {
      await page.goto(`${origin}${path.replace('/r/', '/reports/')}`)
      await page.getByRole('combobox', { name: 'Visibility' }).selectOption(privacy)
      if (secret !== undefined) await page.getByLabel('New password').fill(secret)
      await press('Save')
      await page.getByText('The visibility of the report is changed.').waitFor()
    }

    // Shared by its link; never offered to search engines.
    expect(await see(path)).toEqual([200, true, true])
    expect(await visitor.locator('meta[property="og:title"]').getAttribute('content')).toMatch(/scores \d+ of 100/)
    expect(await visitor.getByText('Manage this report').count()).toBe(0)

    await hide('1')
    expect(await see(path)).toEqual([404, false, false])
    expect((await page.goto(`${origin}${path}`))?.status()).toBe(200)
    await page.getByText('Manage this report').waitFor()

    await hide('2', 'open sesame')
    expect(await see(path)).toEqual([200, true, false])
    expect(await visitor.content()).not.toContain('winter-offers')
    await visitor.getByLabel('Password').fill('open barley')
    await visitor.getByRole('button', { name: 'Show the report' }).click()
    await visitor.getByText('That is not the password.').waitFor()
    await visitor.getByLabel('Password').fill('open sesame')
    await visitor.getByRole('button', { name: 'Show the report' }).click()
    await visitor.locator('svg.gauge').waitFor()
    // A changed password locks out those who knew the previous one.
    await hide('2', 'open lentils')
    expect(await see(path)).toEqual([200, true, false])

    for (let guess = 0; guess < 10; guess++) {
      await visitor.getByLabel('Password').fill(`guess number ${guess}`)
      await visitor.getByRole('button', { name: 'Show the report' }).click()
      await visitor.locator('.wrong, [role="alert"]').waitFor()
    }
    await visitor.getByLabel('Password').fill('open lentils')
    await visitor.getByRole('button', { name: 'Show the report' }).click()
    await visitor.getByText('Too many tries.').waitFor()
    // An address in capitals leads to the same report, and to the same count.
    await visitor.goto(`${origin}${path.replace(/[^/]+$/, (id) => id.toUpperCase())}`)
    await visitor.getByLabel('Password').fill('open lentils')
    await visitor.getByRole('button', { name: 'Show the report' }).click()
    await visitor.getByText('Too many tries.').waitFor()
    await visitorContext.close()
  }, 600_000)

  it('runs no script of a hostile page, wherever its text appears', async () => {
    await using hostile = await startHostileSite()
    await page.goto(`${origin}/reports`)
    await page.getByLabel('Page', { exact: true }).fill(`${hostile.url}/?q="><script>alert('url')</script>`)
    await press('Rate the page')
    await page.locator('#checks').waitFor()
    const report = page.url()
    const foreign = 'script:not([src]), main img, [onerror], [onclick], [href^="javascript" i], base, iframe'
    for (const address of [report, report.replace('/reports/', '/r/'), `${origin}/reports`, `${origin}/`]) {
      await page.goto(address)
      expect(await page.locator(foreign).count()).toBe(0)
      expect(await page.locator('main').textContent()).toContain(new URL(hostile.url).host)
    }
    await page.goto(report)
    expect(await page.locator('.evidence', { hasText: "<script>alert('page')</script>" }).count()).toBeGreaterThan(0)
    expect(await page.locator('.evidence', { hasText: "javascript:alert('link')" }).count()).toBeGreaterThan(0)
    expect(trouble.filter((one) => one.startsWith('a dialog'))).toEqual([])
  }, 600_000)

  it('leaves no error on any console', () => {
    // The browser console logs error statuses of refusals.
    expect(trouble.filter((one) => !/status of (4\d\d)/.test(one))).toEqual([])
  })
})

/** A page whose texts contain scripts. */
async function startHostileSite(): Promise<{ url: string } & AsyncDisposable> {
  const attack = "<script>alert('page')</script>"
  const written = attack.replaceAll('<', '&lt;')
  const server: Server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(
      `<html><head><title>${written}</title><meta name="description" content="&quot;>${written}"></head><body><h1>${written}</h1>
<a href="javascript:alert('link')">here</a><a href="javascript:alert(1)">${attack}</a><img src=x onerror="alert('image')" alt=""><img src="/a.png"><font>x</font></body></html>`,
    ),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
