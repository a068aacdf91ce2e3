import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseHtml } from '@pagebell/html/parse-html'
import type { ComparedPage } from '@pagebell/page-content/compare-pages'
import { contentHash } from '@pagebell/page-content/content-hash'
import type { Build, Generator, NamedPages, Version } from './generators/generator.ts'

/** A page that was built, with what the baselines compare. */
export type BuiltPage = ComparedPage & { file: string; etag: string; htmlHash: string }

/** Builds a site, and hashes each of its pages. Throws with the generator's message if it fails. */
export function buildSite(
  workdir: string,
  name: string,
  generator: Generator,
  version: Version,
  pages: NamedPages,
  build: Build,
): Map<string, BuiltPage> {
  const packages = join(workdir, 'npm', `${name}-${version.name}`)
  const parent = version.packages.length === 0 ? join(workdir, 'sites', name) : packages
  mkdirSync(parent, { recursive: true })
  if (version.packages.length > 0) install(packages, version.packages)
  // Two folders in rotation: the pages of the build before stay for a look at a difference.
  const { command, output } = generator.write(join(parent, `site-${build.number % 2}`), pages, build, version)
  run(command, join(parent, `site-${build.number % 2}`))
  return new Map(
    [...pages.keys()].flatMap((page): [string, BuiltPage][] => {
      const file = join(output, page, 'index.html')
      return existsSync(file) ? [[page, readBuilt(file, page)]] : []
    }),
  )
}

function readBuilt(file: string, name: string): BuiltPage {
  const html = readFileSync(file, 'utf8')
  const { mtimeMs, size } = statSync(file)
  const page = { url: new URL(`https://example.com/${name}/`), headers: [] }
  const content = contentHash({ ...page, document: parseHtml(html).document })
  // A generator that lacks a theme writes empty pages, all of which are equal.
  if (content.wordCount === 0) throw new Error(`${file} has no text`)
  // As nginx makes it: time of modification and size.
  return { ...page, status: 200, content, file, etag: `${mtimeMs}-${size}`, htmlHash: hash('sha256', html) }
}

function install(folder: string, packages: readonly string[]): void {
  if (existsSync(join(folder, 'node_modules'))) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  run(['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], folder)
}

function run([program = '', ...args]: string[], cwd: string): void {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    CI: 'true',
    ASTRO_TELEMETRY_DISABLED: '1',
    DOCUSAURUS_NO_TELEMETRY: '1',
  }
  const { status, stderr, stdout, error } = spawnSync(program, args, { cwd, env, encoding: 'utf8', maxBuffer: 1e9 })
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} failed:\n${error ?? ''}${stdout}${stderr}`.slice(0, 4_000))
}
