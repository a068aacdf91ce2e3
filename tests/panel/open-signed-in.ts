import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { TestSystem } from '../e2e/test-system.ts'
import { signIn } from './sign-in.ts'

/** `problems`: errors on the console, but for answers with an error status, and dialogs, which a page of ours never opens. */
export type SignedIn = { context: BrowserContext; page: Page; problems: string[] }

/** Opens a page as the demo account. */
export async function openSignedIn(browser: Browser, system: TestSystem, timeoutMs: number): Promise<SignedIn> {
  const { email, password = '' } = system.demo
  const storageState = await signIn(browser, system.addresses.publicUrl, { email, password })
  const context = await browser.newContext({ storageState })
  context.setDefaultTimeout(timeoutMs)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    const isAnswer = message.text().includes('the server responded with')
    if (message.type() === 'error' && !isAnswer) problems.push(message.text())
  })
  page.on('dialog', (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { context, page, problems }
}
