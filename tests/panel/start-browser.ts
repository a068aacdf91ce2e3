import { findProgram } from '@pagebell/start/find-program'
import { type Browser, chromium } from 'playwright-core'

/** Debian's Chromium, where it is installed; without it the tests that need a browser are skipped. */
export const chromiumPath = (await findProgram('chromium')) ?? (await findProgram('chromium-browser'))

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath ?? '',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
