import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import type { Browser, Page } from 'playwright-core'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { chromiumPath, startBrowser, withBrowser } from './start-browser.ts'

const timeoutMs = 120_000

let system: TestSystem
let browser: Browser
let origin: string

beforeAll(async () => {
  if (chromiumPath === undefined) return
  system = await startTestSystem({})
  origin = system.addresses.publicUrl
  browser = await startBrowser()
}, 600_000)

afterAll(async () => {
  await browser?.close()
  await system?.destroy()
}, 600_000)

/** What a user does with a form, and the expected message. */
type Step = readonly [what: string, act: (page: Page) => Promise<unknown>, message: RegExp]

/**
 * The focused element, and the text that is visible without scrolling. On a phone a bar at the bottom covers 72 pixels.
 */
const readFocus = `(() => {
  const bottom = innerHeight - (innerWidth < 830 ? 72 : 0)
  const isSeen = (element) => {
    const { top, bottom: end, height } = element.getBoundingClientRect()
    return height > 0 && Math.min(end, bottom) - Math.max(top, 0) >= Math.min(height, 20)
  }
  const focused = document.activeElement
  const spoken = document.querySelectorAll('[role="status"], [role="alert"], .wrong, .lead, h1, .secret')
  return {
    focus: focused === document.body ? 'nothing' : focused.outerHTML.slice(0, 120),
    isFocusSeen: focused !== document.body && isSeen(focused),
    seen: [...spoken].filter(isSeen).map(({ textContent }) => textContent.trim()),
  }
})()`

type FocusState = { focus: string; isFocusSeen: boolean; seen: string[] }

async function problemsOf(page: Page, [what, act, message]: Step): Promise<string[]> {
  let last: FocusState | undefined
  try {
    await act(page)
    await until(
      'message and focus are in view',
      async () => {
        last = await page.evaluate<FocusState>(readFocus)
        return last.isFocusSeen && last.seen.some((text) => message.test(text))
      },
      20_000,
    )
    return []
  } catch (error) {
    return [`${what}: ${String(error).slice(0, 300)} at ${page.url()}: ${JSON.stringify(last)}`]
  }
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
/** A section may have the name of its field. */
const field = (page: Page, label: string | RegExp) =>
  page.getByLabel(label).and(page.locator('input, select, textarea')).first()

/** All forms of the panel: first an invalid input where possible, then a valid one. */
function stepsOf(name: string, { email, password }: { email: string; password: string }, token: string): Step[] {
  const project = `${name}.example`
  const at = (path: string) => async (page: Page) => page.goto(origin + path)
  const hook = `/projects/${project}/webhook`
  const sources = `/projects/${project}/sources`
  const watches = `/projects/${project}/watches`
  const channels = `/projects/${project}/channels`
  const events = `/projects/${project}/events`
  const settings = `/projects/${project}/settings`
  const setup = `/projects/${project}/setup`
  const form = (
    path: string,
    button: string | RegExp,
    fill: (page: Page) => Promise<unknown> = async () => undefined,
  ) => {
    return async (page: Page) => {
      await at(path)(page)
      await fill(page)
      await press(page, button)
    }
  }
  /** A form identified by its place. */
  const within = (path: string, place: string, button: string | RegExp, fill: (page: Page) => Promise<unknown>) => {
    return async (page: Page) => {
      await at(path)(page)
      await fill(page)
      await page.locator(place).getByRole('button', { name: button }).first().click()
    }
  }
  /** A form of the page of the only thing in a list. */
  const onOnly =
    (list: string) =>
    (button: string, fill: (page: Page) => Promise<unknown> = async () => undefined) => {
      return async (page: Page) => {
        await at(list)(page)
        await page.locator('tbody a').click()
        await fill(page)
        await press(page, button)
      }
    }
  const [onSource, onWatch, onEndpoint] = [onOnly(sources), onOnly(watches), onOnly(events)]
  const tried = async (page: Page) => {
    await field(page, 'Headers').fill('none')
    await field(page, 'Body').fill('{}')
  }
  const looked = (address: string) =>
    form(`${setup}/site`, 'Look again', async (page) => {
      await page.getByText('Look at another first page').click()
      await field(page, 'First page').fill(address)
    })
  const channel = (id: string) => (page: Page) => page.locator(`#channel-${id} > summary`).click()
  const filled = (label: string | RegExp, value: string) => (page: Page) => field(page, label).fill(value)
  const chosen = (label: string | RegExp, value: string) => (page: Page) => field(page, label).selectOption(value)
  const sitemap = 'Sitemap or feed'
  const wrongPassword = form('/sign-in', 'Sign in', async (page) => {
    await field(page, 'E-mail').fill(email)
    await field(page, 'Password').fill('not the password')
  })
  return [
    ['sign in, wrong', wrongPassword, /./],
    [
      'set up, wrong token',
      form('/setup', 'Create the account', async (page) => {
        await field(page, 'Set-up token').fill('pbs_nothing')
        await field(page, 'E-mail').fill(`new-${email}`)
        await field(page, 'Password').fill(password)
      }),
      /Ask for a new link/,
    ],
    [
      'set up',
      form('/setup', 'Create the account', async (page) => {
        await field(page, 'Set-up token').fill(token)
        await field(page, 'E-mail').fill(email)
        await field(page, 'Password').fill(password)
      }),
      /Your account is ready/,
    ],
    ['rate a page from the overview, wrong', form('/', 'Rate the page', filled('Page', 'ftp://x')), /cannot be used/],
    [
      'stays on the overview',
      (page) => page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor(),
      /cannot be used/,
    ],
    ['rate a page, wrong', form('/reports', 'Rate the page', filled('Page', 'ftp://x')), /cannot be used/],
    [
      'add a project, wrong',
      form('/sites/new', 'Add the site', filled('Address of the site', '*.example.com')),
      /Use a host name/,
    ],
    [
      'add a project',
      form('/sites/new', 'Add the site', filled('Address of the site', project)),
      /^The site is added\.$/,
    ],
    [
      'add a project twice',
      form('/sites/new', 'Add the site', filled('Address of the site', project)),
      /already among your projects/,
    ],
    ['look at another first page, wrong', looked('https://other.example/'), /must be on/],
    ['look at another first page', looked(`http://${project}/`), /^The first page could not be read/],
    [
      'watch a file of a new site, wrong',
      form(`${setup}/changes`, /^Watch it$/, filled('Sitemap or feed', 'https://other.example/a')),
      /must be on/,
    ],
    ['check the key file of a new site', form(`${setup}/key-file`, 'Check now'), /The key file is not served/],
    [
      'announce a first page, wrong',
      form(`${setup}/announcement`, 'Rate and announce it', filled('Page', 'https://other.example/')),
      /must be on/,
    ],
    [
      'announce a first page',
      form(`${setup}/announcement`, 'Rate and announce it'),
      /The page is being rated and announced/,
    ],
    ['find projects', form('/projects', 'Apply', filled('Name contains', name)), /^1 project$/],
    [
      'find reports',
      form('/reports', 'Apply', async (page) => {
        // A phone folds the filters.
        const fold = page.locator('.fold > summary')
        if (await fold.isVisible()) await fold.click()
        await field(page, 'Address contains').fill('nothing')
      }),
      /^0 reports$/,
    ],
    ['create the webhook', form(hook, 'Create the webhook'), /pbh_/],
    [
      'rotate the token immediately, unconfirmed',
      form(hook, 'Rotate the token', chosen(/^The token ending in/, '0')),
      /confirm that the old token stops/,
    ],
    ['rotate the token', form(hook, 'Rotate the token'), /pbh_/],
    [
      'rotate the token immediately',
      form(hook, 'Rotate the token', async (page) => {
        await chosen(/^The token ending in/, '0')(page)
        await field(page, /Whatever still sends/).check()
      }),
      /pbh_/,
    ],
    ['disable the webhook', within(hook, '#webhook', 'Disable', async () => undefined), /The webhook is disabled/],
    ['enable the webhook', within(hook, '#webhook', 'Enable', async () => undefined), /accepts URLs again/],
    [
      'add a source, wrong',
      form(`${sources}/new/shopify`, 'Add the source', async (page) => {
        await page.getByText('Rules and allowed addresses').click()
        await field(page, 'Rules').fill('[{"url":7}]')
      }),
      /^rules\[0\]\.url/,
    ],
    ['add a source', form(`${sources}/new/shopify`, 'Add the source'), /pbh_/],
    ['try its sample', onSource('Try it', (page) => page.getByText('Use the sample of').click()), /^Result/],
    ['try no headers', onSource('Try it', tried), /Name: value/],
    ['save it, wrong', onSource('Save the source', filled('Allowed addresses', 'x')), /192\.0\.2\.0/],
    ['save it', onSource('Save the source'), /The source is saved/],
    [
      'rotate its address immediately, unconfirmed',
      onSource('Rotate the address', chosen(/^The address ending in/, '0')),
      /confirm that the old address stops/,
    ],
    ['rotate its address', onSource('Rotate the address'), /pbh_/],
    ['set its secret', onSource('Set the secret', filled('New secret', 'a secret')), /The secret is changed/],
    ['disable it', onSource('Disable the source'), /The source is disabled/],
    ['enable it', onSource('Enable the source'), /accepts deliveries again/],
    ['delete it', onSource('Delete permanently', (page) => page.getByText('Delete the source').click()), /is deleted/],
    ['find files, wrong', form(watches, 'Find them', filled('First page', 'https://other.example/')), /must be on/],
    ['find files', form(watches, 'Find them'), /^What https/],
    ['add a watch, wrong', form(watches, 'Watch it', filled(sitemap, 'https://other.example/a')), /must be on/],
    ['add a watch', form(watches, 'Watch it', filled(sitemap, `https://${project}/a.xml`)), /The watch is added/],
    ['scan it', onWatch('Scan now'), /It is scanned now/],
    ['save it', onWatch('Save the watch'), /The watch is saved/],
    ['delete it', onWatch('Delete permanently', (page) => page.getByText('Delete the watch').click()), /is deleted/],
    ['test URLs, none', form(hook, /^Test$/, filled(/^URLs, one/, ' ')), /Enter 1 to 1,000 URLs/],
    ['test URLs', form(hook, /^Test$/, filled(/^URLs, one/, `https://${project}/`)), /Accepted/],
    [
      'choose channels, none',
      form(channels, 'Save channels', (page) => page.getByRole('checkbox', { name: 'IndexNow' }).uncheck()),
      /Choose one channel/,
    ],
    ['choose channels', form(channels, 'Save channels'), /Default channels saved/],
    [
      'save a channel, wrong',
      form(channels, 'Save Bing URL submission', async (page) => {
        await channel('bing')(page)
        await page.locator('#bing-api_key').fill('short')
      }),
      /./,
    ],
    [
      'save a channel',
      form(channels, 'Save Bing URL submission', async (page) => {
        await channel('bing')(page)
        await page.locator('#bing-api_key').fill('b1465a6d0c2e4f38a7d95e02c8f4136b')
      }),
      /The settings of the channel are saved/,
    ],
    ['pause a channel', form(channels, 'Pause IndexNow', channel('indexnow')), /Channel paused/],
    ['resume a channel', form(channels, 'Resume IndexNow', channel('indexnow')), /Channel resumed/],
    [
      'remove a channel',
      within(channels, '#channel-bing', 'Remove permanently', async (page) => {
        await channel('bing')(page)
        await page.locator('#channel-bing .confirmed > summary').click()
      }),
      /The settings of the channel are removed/,
    ],
    ['check the key file', form(channels, /^Check now/), /The key file is not served/],
    [
      'add an endpoint, wrong',
      form(`${events}/new`, 'Add the endpoint', (page) => page.locator('#endpoint-url').fill('http://10.0.0.1/')),
      /public web/,
    ],
    [
      'add an endpoint',
      form(`${events}/new`, 'Add the endpoint', (page) =>
        page.locator('#endpoint-url').fill(`${system.addresses.sandboxUrl}/events`),
      ),
      /whsec_/,
    ],
    ['save it', onEndpoint('Save the endpoint'), /Endpoint saved/],
    ['test the endpoint', onEndpoint('Send a test'), /Test event queued/],
    [
      'rotate the secret immediately, unconfirmed',
      onEndpoint('Rotate the secret', chosen(/^The secret ending in/, '0')),
      /confirm that the old secret stops/,
    ],
    ['rotate the secret', onEndpoint('Rotate the secret'), /whsec_/],
    ['disable the endpoint', onEndpoint('Disable the endpoint'), /Endpoint disabled/],
    ['enable the endpoint', onEndpoint('Enable the endpoint'), /Endpoint enabled/],
    [
      'remove the endpoint',
      onEndpoint('Remove permanently', (page) => page.locator('#stop .confirmed > summary').click()),
      /Endpoint removed/,
    ],
    [
      'ignore a check, wrong',
      form(settings, 'Ignore it', async (page) => {
        await page.getByText('Ignore a check').click()
        await field(page, /^Check$/).selectOption('title')
        await field(page, 'Only on this page').fill('https://elsewhere.example/')
        await field(page, 'Reason').fill('A reason')
      }),
      /./,
    ],
    [
      'ignore a check',
      form(settings, 'Ignore it', async (page) => {
        await page.getByText('Ignore a check').click()
        await field(page, /^Check$/).selectOption('title')
        await field(page, 'Reason').fill('A reason')
      }),
      /no longer counts for the score/,
    ],
    ['count a check again', form(settings, 'Count again title'), /The check counts again/],
    [
      'revoke the webhook',
      within(hook, '#webhook', 'Revoke permanently', (page) => page.locator('#webhook .confirmed > summary').click()),
      /The webhook is revoked/,
    ],
    [
      'find deliveries by a part, none',
      form('/deliveries', 'Search', filled('URL contains', 'lampe')),
      /^0 deliveries shown$/,
    ],
    [
      'find deliveries',
      form('/deliveries', 'Search', filled('URL contains', `https://${project}/none`)),
      /^0 deliveries shown$/,
    ],
    ['count rejected deliveries', form('/deliveries/requeue', 'Count deliveries'), /Nothing was rejected/],
    ['create a key, unnamed', form('/keys', 'Create key', filled('Name', ' ')), /Use 1 to 80 characters/],
    [
      'create a key, without permissions',
      form('/keys', 'Create key', async (page) => {
        await field(page, 'Name').fill('Deploy hook')
        await page.getByRole('checkbox', { name: /Read reports/ }).uncheck()
      }),
      /at least one permission/,
    ],
    ['create a key', form('/keys', 'Create key', filled('Name', 'Deploy hook')), /pbk_/],
    [
      'revoke a key',
      form('/keys', 'Revoke permanently', (page) => page.locator('.confirmed > summary').first().click()),
      /The API key is revoked/,
    ],
    [
      'change the password, wrong',
      form('/account', 'Change password', async (page) => {
        await field(page, 'Current password').fill('not the password')
        await field(page, 'New password').fill(password)
      }),
      /That is not your current password/,
    ],
    [
      'change the password',
      form('/account', 'Change password', async (page) => {
        await field(page, 'Current password').fill(password)
        await field(page, 'New password').fill(`${password}!`)
      }),
      /Your password is changed/,
    ],
    [
      'choose the visibility of new reports',
      form('/account', 'Save', chosen('New reports are', '0')),
      /visibility of new reports is saved/,
    ],
    ['delete a project, wrong', form(settings, `Delete ${project}`, filled(/^Type/, 'x')), /Nothing was deleted/],
    ['delete a project', form(settings, `Delete ${project}`, filled(/^Type/, project)), /webhook are deleted/],
    ['rate a page', form('/reports', 'Rate the page', filled('Page', system.addresses.sampleSiteUrl)), /^Report on/],
    [
      'change the visibility, wrong',
      async (page) => {
        await until(
          'it is rated',
          async () =>
            (await page.reload()) &&
            (await page.locator('svg.gauge.good, svg.gauge.decent, svg.gauge.bad').count()) > 0,
          timeoutMs,
        )
        await field(page, 'Visibility').selectOption('2')
        await field(page, 'New password').fill('short')
        await press(page, 'Save')
      },
      /6 to 128 characters/,
    ],
    [
      'change the visibility',
      async (page) => {
        await field(page, 'Visibility').selectOption('2')
        await field(page, 'New password').fill('open sesame')
        await press(page, 'Save')
      },
      /visibility of the report is changed/,
    ],
    ['run again', (page) => press(page, 'Run again'), /analyzed again/],
    [
      'delete the report',
      async (page) => {
        // The page is replaced once the analysis is over.
        await page.locator('#progress').waitFor({ state: 'detached', timeout: timeoutMs })
        await page.locator('.card.danger .confirmed > summary').click()
        await press(page, 'Yes, delete it')
      },
      /The report is deleted/,
    ],
    ['sign out everywhere', form('/account', 'Sign out everywhere'), /You are signed out everywhere/],
    [
      'sign in',
      form('/sign-in?next=/account', 'Sign in', async (page) => {
        await field(page, 'E-mail').fill(email)
        await field(page, 'Password').fill('not the password')
      }),
      /./,
    ],
  ]
}

withBrowser('after every form', () => {
  const passes = [360, 1280].flatMap((width) => [true, false].map((scripts) => ({ width, scripts })))

  it.each(passes)(
    'message and focus are in view at $width pixels, with scripts: $scripts',
    async ({ width, scripts }) => {
      const name = `pass-${width}-${scripts}`
      const { setup_token: token } = await system.admin<{ setup_token: string }>('setup-link', '--plan', 'pro')
      const context = await browser.newContext({ viewport: { width, height: 740 }, javaScriptEnabled: scripts })
      context.setDefaultTimeout(40_000)
      const page = await context.newPage()
      const account = { email: `${randomUUID()}@example.com`, password: 'a few words in a row' }
      const problems: string[] = []
      for (const step of stepsOf(name, account, token)) problems.push(...(await problemsOf(page, step)))
      await context.close()
      expect(problems).toEqual([])
    },
    1_800_000,
  )
})
