import { hash } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BuiltPage, buildSite } from './build-site.ts'
import { type Counts, countPairs, emptyCounts, type Pair, type WrongPair } from './count-pairs.ts'
import { edits, withLastParagraph } from './edits.ts'
import type { Build, Generator, Version } from './generators/generator.ts'
import { commitsOf, lastDays, pagesAt, type SiteCommit } from './history.ts'
import { judge, type SourcePage } from './source-text.ts'

export type Site = {
  id: string
  repository: string
  folder: string
  licence: string
  generator: string
  gaps: number[]
}
export type SiteResult = {
  site: string
  repository: string
  licence: string
  generator: string
  versions: string[]
  commits: SiteCommit[]
  history: Counts
  edited: Counts
  twice: { pages: number; changed: number }
  /** null where only one version of the generator is installed. */
  otherVersion: { pages: number; changed: number } | null
  wrong: (WrongPair & { of: string })[]
}

/** Builds a site at several commits, twice, by two versions and after edits, and counts wrong answers. */
export function proveSite(workdir: string, site: Site, generator: Generator): SiteResult {
  const repository = join(workdir, 'sources', site.repository.replace('/', '+'), 'repo')
  const commits = commitsOf(repository, site.folder, site.gaps)
  const [version, otherVersion] = generator.versions
  if (version === undefined) throw new Error(`${site.generator} has no version`)
  const result: SiteResult = {
    site: site.id,
    repository: site.repository,
    licence: site.licence,
    generator: site.generator,
    versions: generator.versions.map(({ name }) => name),
    commits,
    history: emptyCounts(),
    edited: emptyCounts(),
    twice: { pages: 0, changed: 0 },
    otherVersion: otherVersion === undefined ? null : { pages: 0, changed: 0 },
    wrong: [],
  }
  let number = 0
  const buildPages = (pages: ReadonlyMap<string, SourcePage>, by: Version = version) => {
    number += 1
    const startedAt = performance.now()
    const named = new Map([...pages].map(([path, page]) => [nameOf(path), page]))
    const built = buildSite(workdir, site.generator, generator, by, named, buildOf(site.id, number))
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    process.stderr.write(`${site.id}: build ${number}, ${built.size} of ${named.size} pages, ${seconds} s\n`)
    return built
  }
  const record = (of: string, counts: Counts, pairs: readonly Pair[]): void => {
    for (const wrong of countPairs(counts, pairs)) {
      keepFiles(workdir, site.id, result.wrong.length, wrong)
      result.wrong.push({ of, ...wrong })
    }
  }

  let before: {
    pages: Map<string, SourcePage>
    built: Map<string, BuiltPage>
    days: Map<string, string>
    commit: SiteCommit
  } | null = null
  for (const commit of commits) {
    const sources = pagesAt(repository, commit.id, site.folder)
    const pages = new Map([...sources].map(([path, page]) => [path, withLastParagraph(page)]))
    const after = { pages, built: buildPages(pages), days: lastDays(repository, commit.id, site.folder), commit }
    if (before !== null) {
      const [from, to] = [before, after]
      const pairs = pairsOf(from.built, to.built, pages.keys(), (path) => {
        const [old, now] = [from.pages.get(path), pages.get(path)]
        return old === undefined || now === undefined ? null : judge(old, now)
      })
      const dated = pairs.map((pair) => ({
        ...pair,
        days: [from.days.get(pair.path) ?? '', to.days.get(pair.path) ?? ''] as [string, string],
      }))
      record(`${from.commit.id.slice(0, 9)}..${commit.id.slice(0, 9)}`, result.history, dated)
    }
    before = after
  }
  if (before === null) return result

  const { pages } = before
  const again = buildPages(pages)
  countSame(
    result,
    'twice',
    pairsOf(before.built, again, pages.keys(), () => 'unchanged'),
    record,
  )
  const planned = new Map([...pages.keys()].map((path, index) => [path, edits[index % edits.length]]))
  const edited = new Map([...pages].map(([path, page]) => [path, planned.get(path)?.apply(page) ?? page]))
  const pairs = pairsOf(again, buildPages(edited), pages.keys(), (path) => planned.get(path)?.truth ?? null)
  record('edits', result.edited, pairs)
  for (const wrong of result.wrong) if (wrong.of === 'edits') wrong.of = `edit: ${planned.get(wrong.path)?.name}`

  if (otherVersion !== undefined) {
    const other = buildPages(pages, otherVersion)
    countSame(
      result,
      'otherVersion',
      pairsOf(again, other, pages.keys(), () => 'unchanged'),
      record,
    )
  }
  return result
}

function countSame(
  result: SiteResult,
  name: 'twice' | 'otherVersion',
  pairs: readonly Pair[],
  record: (of: string, counts: Counts, pairs: readonly Pair[]) => void,
): void {
  const counts = emptyCounts()
  record(name, counts, pairs)
  result[name] = { pages: counts.pairs, changed: counts.hash.false }
}

function pairsOf(
  before: ReadonlyMap<string, BuiltPage>,
  after: ReadonlyMap<string, BuiltPage>,
  paths: Iterable<string>,
  truthOf: (path: string) => Pair['truth'] | null,
): Pair[] {
  return [...paths].flatMap((path) => {
    const [old, now, truth] = [before.get(nameOf(path)), after.get(nameOf(path)), truthOf(path)]
    return old === undefined || now === undefined || truth === null
      ? []
      : [{ path, truth, before: old, after: now, days: null }]
  })
}

/** The name of a page's address: letters, digits and hyphens, and unique. */
function nameOf(path: string): string {
  const name = path
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return `p-${name.slice(-60).replace(/^-|-$/g, '')}-${Number.parseInt(hash('sha256', path).slice(0, 6), 16)}`
}

function buildOf(site: string, number: number): Build {
  return { number, id: hash('sha256', `${site} ${number}`).slice(0, 12), year: 2020 + number }
}

/** Keeps both pages of a wrong pair for a look: WORKDIR/wrong/SITE-NUMBER-before.html and -after.html. */
function keepFiles(workdir: string, site: string, index: number, { files }: WrongPair): void {
  if (index === 0) rmSync(join(workdir, 'wrong', site), { recursive: true, force: true })
  if (index >= 200) return
  for (const [at, file] of files.entries()) {
    cpSync(file, join(workdir, 'wrong', site, `${index}-${at === 0 ? 'before' : 'after'}.html`))
  }
}
