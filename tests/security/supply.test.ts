import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { type Component, licenceOf } from '@pagebell/deploy/sbom/describe-packages'
import { workspace } from '@pagebell/start/service-list'

type Locked = {
  version?: string
  optional?: boolean
  license?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
}

const read = <T>(file: string): T => JSON.parse(readFileSync(join(workspace, file), 'utf8')) as T

const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json')
/** What is installed of others, by its path in node_modules. */
const others = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
const installed = others.filter(([path]) => existsSync(join(workspace, path, 'package.json')))

/** Licences that go with Apache-2.0 in something that is handed on: none asks that our own code be opened or named otherwise. */
const compatible = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
]

/** Used here and never handed on. MPL asks for its own files only, CC-BY for a name beside data, Python's for its text. */
const asTools: Record<string, string> = { 'axe-core': 'MPL-2.0', 'caniuse-lite': 'CC-BY-4.0', argparse: 'Python-2.0' }

/** Packages that would run something when they are installed, and why they need not. */
const installScripts: Record<string, string> = {
  node: 'runs: it puts the Node that everything here runs on into its place',
  '@parcel/watcher': 'not run: a prebuilt binary comes with it, and only turbo would watch',
  'cpu-features': 'not run: ssh2 does without it',
  'msgpackr-extract': 'not run: it would compile what BullMQ, which only the benchmarks have, can do without',
  protobufjs: 'not run: it would print a notice about versions',
  ssh2: 'not run: it would compile what it can do without; testcontainers alone has it',
  'vnu-jar': 'not run: it would download a Java runtime where there is none; only npm run test:markup needs one',
}

const mayBeUsed = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => compatible.includes(part)))

const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? path

describe('what others have written', () => {
  it('is pinned by its hash, as far as it gets into an image', () => {
    const shipped = others.filter(([, { dev }]) => dev !== true)
    expect(shipped.length).toBeGreaterThan(100)
    expect(shipped.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
  })

  it('is pinned by its hash where it is a tool of ours, or is not installed at all', () => {
    const pinned = others.filter(([, { integrity }]) => integrity?.startsWith('sha512-'))
    expect(pinned.length).toBeGreaterThan(700)
    // Binaries for other systems that the registry did not have when the lock file was made: without a version nothing comes.
    const unpinned = others.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    expect(unpinned.filter(([, { version, optional }]) => version !== undefined || optional !== true)).toEqual([])
  })

  it('comes by the lock file alone, and runs nothing when it gets into an image', () => {
    const installs = readFileSync(join(workspace, 'deploy/Dockerfile'), 'utf8').match(/npm (ci|i|install)\b.*/g)
    expect(installs).toEqual([expect.stringMatching(/^npm ci --omit=dev --ignore-scripts /)])
  })

  it('runs an installation script only where that is allowed by name', () => {
    const wanting = others.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => nameOf(path))
    expect([...new Set(wanting)].sort()).toEqual(Object.keys(installScripts).sort())
    expect(read<{ allowScripts: object }>('package.json').allowScripts).toEqual({ node: true })
  })

  it('may be used and handed on under its licence', () => {
    expect(installed.length).toBeGreaterThan(300)
    const wrong = installed.flatMap(([path, { dev }]) => {
      const named = licenceOf(read(join(path, 'package.json')))
      if (mayBeUsed(named)) return []
      if (dev === true && asTools[nameOf(path)] === named) return []
      return [`${nameOf(path)}: ${named}`]
    })
    expect(wrong).toEqual([])
  })

  it('is listed by npm run sbom, with hashes and licences, as far as it gets into an image', async () => {
    const main = join(workspace, 'tools/deploy/src/sbom/sbom-main.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [main], { maxBuffer: 64 * 1_024 * 1_024 })
    const bom = JSON.parse(stdout) as { components: Component[] }
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
    const theirs = bom.components.filter(({ name }) => !name.startsWith('@pagebell/'))
    expect(theirs.filter(({ hashes }) => hashes?.[0].content.length !== 128).map(({ name }) => name)).toEqual([])
    expect(theirs.filter(({ licenses }) => !mayBeUsed(licenses[0].expression)).map(({ name }) => name)).toEqual([])
    // Some that run, among them those that tests need as well, and one that never does.
    const names = theirs.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'amqplib', 'ioredis', 'undici', 'parse5']))
    expect(names).not.toContain('jest')
  })
})
