import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type PanelPages, startPanelPages } from './panel-pages.ts'
import { browserArgs, chromiumPath, withBrowser } from './start-browser.ts'

/** Runs as a separate process, which starts a separate browser. */
const lighthouse = createRequire(import.meta.url).resolve('lighthouse/cli/index.js')
const runs = 3
/** The lowest score of each category, of 100. */
const lowest = { performance: 95, accessibility: 100, 'best-practices': 100 }

type Category = keyof typeof lowest
const categories = Object.keys(lowest) as Category[]
type Result = {
  /** How quick the machine was; the higher, the quicker. */
  environment: { benchmarkIndex: number }
  runtimeError?: { message: string }
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>
}

let panel: PanelPages

beforeAll(async () => {
  if (chromiumPath !== undefined) panel = await startPanelPages()
}, 300_000)

afterAll(async () => {
  await panel?.destroy()
}, 300_000)

/** One measurement of a page. Throws where Lighthouse could not load it. */
async function measure(name: string, preset: 'mobile' | 'desktop'): Promise<Result> {
  const page = panel.pages.find((one) => one.name === name)
  if (page === undefined) throw new Error(`No page is named ${name}.`)
  const context = await panel.newContext(page.viewer)
  const cookies = await context.cookies()
  await context.close()
  const headers = { cookie: cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ') }
  const args = [
    lighthouse,
    page.url,
    '--quiet',
    '--output=json',
    `--only-categories=${Object.keys(lowest).join(',')}`,
    `--extra-headers=${JSON.stringify(headers)}`,
    `--chrome-flags=${browserArgs.join(' ')}`,
    '--no-enable-error-reporting',
    ...(preset === 'desktop' ? ['--preset=desktop'] : []),
  ]
  const result = await runLighthouse(args).catch((error: Error) => {
    // Lighthouse has lost the recording and measured nothing; this is what it asks for.
    if (error.message.includes('Please run Lighthouse again')) return runLighthouse(args)
    throw error
  })
  if (result.runtimeError !== undefined) throw new Error(`Lighthouse on ${name}: ${result.runtimeError.message}`)
  return result
}

/** With a separate temporary folder: its browser leaves folders behind. */
async function runLighthouse(args: string[]): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'pagebell-lighthouse-'))
  try {
    const env = { ...process.env, CHROME_PATH: chromiumPath, TMPDIR: folder }
    const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 64 * 1_024 * 1_024 })
    return JSON.parse(stdout) as Result
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The median score of each category. */
const medians = (results: readonly Result[]): Record<Category, number> =>
  Object.fromEntries(
    categories.map((category) => {
      const scores = results.map((result) => Math.round(100 * (result.categories[category].score ?? 0)))
      return [category, scores.toSorted((left, right) => left - right)[Math.floor(runs / 2)]]
    }),
  ) as Record<Category, number>

/** What took points away, for a failure. */
const lossesOf = ({ categories: of, audits }: Result): string[] =>
  Object.values(of).flatMap(({ auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const { title = id, score = null, displayValue = '' } = audits[id] ?? {}
      return weight > 0 && score !== null && score < 0.9 ? [`${title} ${displayValue}`.trim()] : []
    }),
  )

const measured = ['overview', 'reports', 'report', 'project', 'deliveries', 'public-report'] as const
const presets = ['mobile', 'desktop'] as const

withBrowser('Lighthouse', () => {
  it.each(measured.flatMap((name) => presets.map((preset) => [name, preset] as const)))(
    'gives %s on %s at least 95 for performance and 100 for accessibility and best practices',
    async (name, preset) => {
      const results: Result[] = []
      for (let run = 0; run < runs; run++) results.push(await measure(name, preset))
      const scores = medians(results)
      const indexes = results.map(({ environment }) => Math.round(environment.benchmarkIndex))
      process.stdout.write(`${name}, ${preset}: ${Object.values(scores).join(' / ')}, index ${indexes.join(', ')}\n`)
      const low = categories.filter((category) => scores[category] < lowest[category])
      const losses = low.length === 0 ? [] : results.map(lossesOf)
      expect({ low, losses, indexes }).toEqual({ low: [], losses: [], indexes })
    },
    600_000,
  )
})
