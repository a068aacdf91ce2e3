import type { Browser } from 'playwright-core'

/** Of the reports behind a password that the tests of every page make. */
export const sharedPassword = 'plum cake'

/** What a browser that has signed in stores. */
export async function signIn(
  browser: Browser,
  origin: string,
  { email, password }: { email: string; password: string },
) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/** What a browser stores in which the passwords of these shared reports were entered. */
export async function enterPasswords(browser: Browser, origin: string, paths: Record<string, string>) {
  const context = await browser.newContext()
  const page = await context.newPage()
  for (const path of Object.values(paths)) {
    await page.goto(origin + path)
    // The password of a report opens its other pages too.
    if ((await page.getByLabel('Password').count()) === 0) continue
    await page.getByLabel('Password').fill(sharedPassword)
    await page.getByRole('button', { name: 'Show the report' }).click()
    await page.locator('svg.gauge').first().waitFor()
  }
  const state = await context.storageState()
  await context.close()
  return state
}
