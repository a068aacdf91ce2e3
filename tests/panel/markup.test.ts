import { execFile } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { findProgram } from '@pagebell/start/find-program'
import { type PanelPages, startPanelPages } from './panel-pages.ts'
import { chromiumPath, withBrowser } from './start-browser.ts'

/** The Nu Html Checker, which needs a Java runtime. */
const checker = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')

/** What the checker says about a place; `type` is `error` for a violation of the HTML standard. */
type Message = { type: string; url: string; message: string; extract?: string; lastLine?: number }

let panel: PanelPages

beforeAll(async () => {
  if (chromiumPath !== undefined) panel = await startPanelPages()
}, 300_000)

afterAll(async () => {
  await panel?.destroy()
}, 300_000)

/** Errors of all files of a folder, each with its file and place. */
async function findErrors(folder: string): Promise<string[]> {
  const java = await findProgram('java')
  if (java === undefined) throw new Error('The Nu Html Checker needs java on the PATH.')
  const args = ['-jar', checker, '--format', 'json', '--stdout', '--exit-zero-always', '--skip-non-html', folder]
  const { stdout } = await promisify(execFile)(java, args, { maxBuffer: 64 * 1_024 * 1_024 })
  const { messages } = JSON.parse(stdout) as { messages: Message[] }
  return messages
    .filter(({ type }) => type === 'error' || type === 'non-document-error')
    .map(({ url, message, extract, lastLine }) => `${basename(url)}:${lastLine}: ${message} ${extract ?? ''}`)
}

withBrowser('the Nu Html Checker', () => {
  it('reports a planted error', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'pagebell-markup-'))
    await writeFile(join(folder.path, 'wrong.html'), '<!doctype html><html lang="en"><title>Wrong</title><p wrong>')
    expect(await findErrors(folder.path)).toEqual([expect.stringContaining('Attribute “wrong” not allowed')])
  }, 120_000)

  it('finds no error on any page, in downloaded reports, or in the API reference', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'pagebell-markup-'))
    const origin = panel.system.addresses.publicUrl
    const urlOf = (name: string): string | undefined => panel.pages.find((page) => page.name === name)?.url
    const pages = [
      ...panel.pages,
      { viewer: 'owner', name: 'download', url: `${urlOf('report')}/report.html` },
      { viewer: 'owner', name: 'site-download', url: `${urlOf('site-report')}/report.html` },
      { viewer: 'visitor', name: 'docs', url: `${origin}/docs` },
    ] as const
    for (const viewer of new Set(pages.map((page) => page.viewer))) {
      const context = await panel.newContext(viewer)
      for (const { name, url } of pages.filter((page) => page.viewer === viewer)) {
        const answer = await context.request.get(url)
        const text = await answer.text()
        expect(text).toMatch(/^<!doctype html>/i)
        await writeFile(join(folder.path, `${name}.html`), text)
      }
      await context.close()
    }
    expect(await findErrors(folder.path)).toEqual([])
  }, 300_000)
})
