import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** Not a dependency: its 150 packages would be installed in every clone of this repository. */
const packages = ['lighthouse@13.5.0', 'chrome-launcher@1.2.1']

type Flags = { port: number; onlyCategories: string[]; output: 'json'; logLevel: 'error' }
type Category = { score: number | null; auditRefs: object[] }
type Run = (url: string, flags: Flags) => Promise<{ lhr: { categories: Record<string, Category> } } | undefined>
type Chrome = { port: number; kill(): void }
type Launch = (options: { chromePath?: string; chromeFlags: string[] }) => Promise<Chrome>

const chromeFlags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
const quietFlags = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

/**
 * Runs Lighthouse's SEO category in a separate Chromium that stays open between pages; both end with `running`. Uses the
 * Chromium at CHROME_PATH or the installed one. The function returns the number of audits in the category.
 */
export async function installLighthouse(running: AsyncDisposableStack): Promise<(url: string) => Promise<number>> {
  const folder = await mkdtemp(join(tmpdir(), 'pagebell-lighthouse-'))
  running.defer(() => rm(folder, { recursive: true, force: true }))
  await promisify(execFile)('npm', [
    'install',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    ...packages,
  ])
  const load = async (name: string): Promise<unknown> =>
    import(pathToFileURL(createRequire(join(folder, 'package.json')).resolve(name)).href)
  const { default: run } = (await load('lighthouse')) as { default: Run }
  const { launch } = (await load('chrome-launcher')) as { launch: Launch }
  const chrome = await launch({ chromeFlags: [...chromeFlags, ...quietFlags] })
  running.defer(() => chrome.kill())
  return async (url) => {
    const flags: Flags = { port: chrome.port, onlyCategories: ['seo'], output: 'json', logLevel: 'error' }
    const seo = (await run(url, flags))?.lhr.categories['seo']
    if (seo === undefined || seo.score === null) throw new Error(`Lighthouse returned no score for ${url}.`)
    return seo.auditRefs.length
  }
}
