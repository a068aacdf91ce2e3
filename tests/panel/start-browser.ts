import { describe } from '@jest/globals'
import { findProgram } from '@pagebell/start/find-program'
import { type Browser, chromium } from 'playwright-core'

/** Debian's Chromium, where it is installed; without it the tests that need a browser are skipped. */
export const chromiumPath = (await findProgram('chromium')) ?? (await findProgram('chromium-browser'))

/** `describe` for tests in a browser. */
export const withBrowser = chromiumPath === undefined ? describe.skip : describe

/** Without a sandbox, which containers do not permit, and without requests of the browser's own. */
export const browserArgs = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath ?? '', args: browserArgs })
