import { execFileSync } from 'node:child_process'
import { extname } from 'node:path'
import { readPageSource, type SourcePage } from './source-text.ts'

const maxBuffer = 1_000_000_000

function git(repository: string, ...args: string[]): string {
  return execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer })
}

export type SiteCommit = { id: string; day: string }

/**
 * Commits that changed the folder, oldest first, so that each is `gaps[n]` such commits after the one before. The last
 * is the newest of the main branch.
 */
export function commitsOf(repository: string, folder: string, gaps: readonly number[]): SiteCommit[] {
  const all = git(repository, 'log', '--first-parent', '--format=%H %cs', 'HEAD', '--', folder).trim().split('\n')
  let at = 0
  const chosen = [at]
  for (const gap of gaps.toReversed()) {
    at += gap
    if (at < all.length) chosen.push(at)
  }
  return chosen.reverse().map((index) => {
    const [id = '', day = ''] = (all[index] ?? '').split(' ')
    return { id, day }
  })
}

/** The Markdown pages of a folder at a commit, by path. */
export function pagesAt(repository: string, commit: string, folder: string): Map<string, SourcePage> {
  const pages = new Map<string, SourcePage>()
  const listing = git(repository, 'ls-tree', '-r', '-z', commit, '--', folder).split('\0').filter(Boolean)
  const files = listing.flatMap((line) => {
    const [meta = '', path = ''] = line.split('\t')
    const [mode, , id = ''] = meta.split(' ')
    // No symbolic links.
    return mode?.startsWith('100') && ['.md', '.mdx', '.markdown'].includes(extname(path)) ? [{ path, id }] : []
  })
  const contents = readObjects(
    repository,
    files.map(({ id }) => id),
  )
  for (const [index, { path }] of files.entries()) {
    const page = readPageSource(contents[index] ?? '')
    if (page !== null) pages.set(path, page)
  }
  return pages
}

function readObjects(repository: string, ids: readonly string[]): string[] {
  const output = execFileSync('git', ['-C', repository, 'cat-file', '--batch'], { input: ids.join('\n'), maxBuffer })
  const contents: string[] = []
  for (let at = 0; contents.length < ids.length; ) {
    const end = output.indexOf('\n', at)
    const size = Number(output.subarray(at, end).toString().split(' ')[2])
    contents.push(output.subarray(end + 1, end + 1 + size).toString())
    at = end + 1 + size + 1
  }
  return contents
}

/** The day of the last commit that changed each file of a folder, as generators write it into `lastmod`. */
export function lastDays(repository: string, commit: string, folder: string): Map<string, string> {
  const days = new Map<string, string>()
  let day = ''
  for (const line of git(
    repository,
    '-c',
    'core.quotePath=off',
    'log',
    '--format=@%cs',
    '--name-only',
    commit,
    '--',
    folder,
  ).split('\n')) {
    if (line.startsWith('@')) day = line.slice(1)
    else if (line !== '' && !days.has(line)) days.set(line, day)
  }
  return days
}
