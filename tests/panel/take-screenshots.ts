import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { workspace } from '@pagebell/start/service-list'
import type { Page } from 'playwright-core'

/** Of phones, tablets and desktops. */
export const widths = [360, 768, 1280, 1920] as const
/** For review; the README shows two of them. */
const folder = join(workspace, '.data/screenshots')
/** Pages with collapsed sections, which are also photographed expanded. */
const opened = ['channels', 'webhook', 'settings', 'deliveries', 'source', 'source-new', 'site-report']
const inReadme = ['overview', 'report']

export const openAll = (page: Page): Promise<void> =>
  page.evaluate('for (const one of document.querySelectorAll("details:not([name])")) one.open = true')

/**
 * Photographs a page in every width and colour scheme. Only with PANEL_SCREENSHOTS=1, since it takes minutes; with other
 * words only those pages whose names have them.
 */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  const wanted = process.env['PANEL_SCREENSHOTS']
  if (wanted === undefined || (wanted !== '1' && !name.includes(wanted))) return
  await mkdir(folder, { recursive: true })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (inReadme.includes(name)) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.screenshot({ path: join(folder, `readme-${name}.png`) })
  }
  if (!opened.includes(name)) return
  await openAll(page)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await page.screenshot({ path: join(folder, `${name}-open-${width}.png`), fullPage: true })
  }
}
