import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { snippets } from './snippets.ts'

const hookUrl = 'https://pagebell.example/api/hooks/pbh_x/submit'
const textOf = (id: string, project: string): string =>
  snippets(hookUrl, project).find((snippet) => snippet.id === id)?.text ?? ''

/** The words that a shell gives to the first `curl` of a script, which is not run: a function stands in its place. */
function wordsOfCurl(script: string): string[] {
  const stand = 'curl() { printf "%s\\n" "$@"; exit 0; }'
  return execFileSync('sh', ['-c', `${stand}\n${script}`], { encoding: 'utf8', env: {} }).split('\n')
}

it.each(['example.com', "a'$(id).example.org", 'a;id.example.org', 'a`id`.example.org'])(
  'a shell takes the name %j in a snippet as text and nothing else',
  (project) => {
    const body = JSON.stringify({ urls: [`https://${project}/`, `https://${project}/changed-page`] })
    expect(wordsOfCurl(textOf('curl', project))).toEqual(expect.arrayContaining([hookUrl, body]))
    const [, ask = ''] = textOf('cron', project).split('\n')
    const [first = ''] = ask.split(' | ')
    expect(wordsOfCurl(first)).toContain(`https://${project}/sitemap.xml`)
  },
)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagebell-snippets-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('the snippet for cron', () => {
  const sitemapOf = (dates: string[]): string =>
    dates
      .map((date, n) => `<url><loc>https://example.com/${n}?a=1&amp;b=2</loc>\n<lastmod>${date}</lastmod></url>`)
      .join('\n')

  /** What it submits when it finds this sitemap; undefined if nothing. */
  async function urlsOf(sitemap: string, answer: 'accepted' | 'refused' = 'accepted'): Promise<string[] | undefined> {
    await writeFile(join(folder, 'sitemap'), sitemap)
    await writeFile(join(folder, 'sent'), '')
    await writeFile(join(folder, 'hook'), hookUrl)
    const curl = `curl() { case "$*" in *sitemap.xml*) cat sitemap;; *) cat > sent; [ ${answer} = accepted ];; esac; }`
    const script = textOf('cron', 'example.com').replace('/var/lib/pagebell', folder)
    const run = promisify(execFile)('sh', ['-c', `${curl}\n${script}`])
    await (answer === 'accepted' ? run : expect(run).rejects.toThrow())
    const sent = await readFile(join(folder, 'sent'), 'utf8')
    return sent === '' ? undefined : (JSON.parse(sent) as { urls: string[] }).urls
  }

  it('submits pages with another date than before, again after a failure, and never the whole sitemap', async () => {
    const dates = Array.from({ length: 50 }, () => '2026-11-01')
    expect(await urlsOf(sitemapOf(dates))).toBeUndefined()
    expect(await urlsOf(sitemapOf(dates))).toBeUndefined()
    const changed = dates.with(7, '2026-11-26')
    expect(await urlsOf(sitemapOf(changed), 'refused')).toEqual(['https://example.com/7?a=1&b=2'])
    expect(await urlsOf(sitemapOf(changed))).toEqual(['https://example.com/7?a=1&b=2'])
    expect(await urlsOf(sitemapOf([...changed, '2026-11-26']))).toEqual(['https://example.com/50?a=1&b=2'])
    expect(await urlsOf(sitemapOf(dates.map(() => '2026-11-27')))).toBeUndefined()
    expect(await urlsOf(sitemapOf(dates.map(() => '2026-11-27')))).toBeUndefined()
  })
})

describe('the snippet for Netlify', () => {
  it('submits the pages of files that changed between two deploys of production, and nothing otherwise', async () => {
    const git = (...args: string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: folder,
        encoding: 'utf8',
      }).trim()
    const commit = async (files: Record<string, string>): Promise<string> => {
      for (const [name, text] of Object.entries(files)) {
        execFileSync('mkdir', ['-p', join(folder, name, '..')])
        await writeFile(join(folder, name), text)
      }
      git('add', ...Object.keys(files))
      git('commit', '-q', '-m', 'A change')
      return git('rev-parse', 'HEAD')
    }
    git('init', '-q')
    const before = await commit({ 'content/index.md': 'a', 'content/blog/kept.md': 'a', 'content/blog/ü.md': 'a' })
    const after = await commit({ 'content/index.md': 'b', 'content/blog/ü.md': 'b', 'package.json': '{}' })

    const sent: string[] = []
    const server = createServer(async (request, response) => {
      for await (const part of request) sent.push(String(part))
      response.end('{}')
    }).listen(0)
    const { port } = server.address() as AddressInfo
    await writeFile(join(folder, 'index.cjs'), textOf('netlify', 'example.com'))
    const script = 'Object.assign(process.env, JSON.parse(process.argv[1])); require("./index.cjs").onSuccess()'
    const deploy = (env: Record<string, string>) => {
      const variables = JSON.stringify({ PAGEBELL_HOOK: `http://127.0.0.1:${port}/`, ...env })
      return promisify(execFile)(process.execPath, ['-e', script, variables], { cwd: folder })
    }
    try {
      await deploy({ CONTEXT: 'deploy-preview', CACHED_COMMIT_REF: before, COMMIT_REF: after })
      await deploy({ CONTEXT: 'production', CACHED_COMMIT_REF: after, COMMIT_REF: after })
      expect(sent).toEqual([])
      await deploy({ CONTEXT: 'production', CACHED_COMMIT_REF: before, COMMIT_REF: after })
    } finally {
      server.close()
    }
    const urls = sent.flatMap((text) => (JSON.parse(text) as { urls: string[] }).urls)
    expect(urls.toSorted()).toEqual(['https://example.com/', 'https://example.com/blog/ü/'])
  })
})
