import { hash } from 'node:crypto'
import { type Block, blockPath, type OpenBlock } from './blocks.ts'

/** What stands at one path of main: a digest of its texts, links and images, and the number of its words. */
export type PathDigest = { path: string; digest: string; wordCount: number }

/** An address in main, with the block that it is in. */
export type PlacedAddress = { address: string; block: OpenBlock }

type PathWords = Pick<PathDigest, 'path' | 'wordCount'>

/** Of a page; what stands at further paths is not compared. */
const maxPaths = 1_000
/** What is left out has at most one word in so many of main. */
const minShare = 3

/** What stands at each path of main, in the order of the page. */
export function digestPaths(blocks: readonly Block[], addresses: readonly PlacedAddress[]): PathDigest[] {
  const found = new Map<string, { pieces: string[]; wordCount: number }>()
  const at = (path: string) => {
    const place = found.get(path) ?? { pieces: [], wordCount: 0 }
    found.set(path, place)
    return place
  }
  for (const block of blocks) {
    const place = at(block.path)
    place.pieces.push(block.hash)
    place.wordCount += block.wordCount
  }
  for (const { address, block } of addresses) at(blockPath(block)).pieces.push(address)
  return [...found].slice(0, maxPaths).map(([path, { pieces, wordCount }]) => {
    return { path, digest: hash('sha256', pieces.join('\n')).slice(0, 16), wordCount }
  })
}

/**
 * The paths at which three versions of a page differ, each from the one before, and that may be left out. An edit
 * between two of them makes one difference, so that it is not taken for a block that changes by itself.
 */
export function changingPaths(versions: readonly [PathDigest[], PathDigest[], PathDigest[]]): string[] {
  const [first, second, third] = versions
  const again = differingPaths(second, third)
  const changing = new Set(differingPaths(first, second).filter((path) => again.includes(path)))
  const permitted = versions.map((version) => leftOutPaths(changing, version))
  return [...changing].filter((path) => permitted.every((paths) => paths.has(path)))
}

/** The paths at which two versions of a page differ. */
export function differingPaths(before: readonly PathDigest[], after: readonly PathDigest[]): string[] {
  const digests = new Map(before.map(({ path, digest }) => [path, digest]))
  const changed = after.filter(({ path, digest }) => digests.get(path) !== digest).map(({ path }) => path)
  const kept = new Set(after.map(({ path }) => path))
  return [...changed, ...before.map(({ path }) => path).filter((path) => !kept.has(path))]
}

/**
 * The ignored paths that may be left out of a page. The text of a page is never: the nearest element with a class
 * around a path has at most a third of the words of main, and so have all the paths together, the shortest first. A
 * path without any class could be any text, and counts.
 */
export function leftOutPaths(ignored: ReadonlySet<string>, blocks: readonly PathWords[]): Set<string> {
  const small = [...ignored].filter((path) => classedStep(path) !== undefined)
  // Most pages have none of them: their words need not be counted.
  if (!blocks.some(({ path }) => ignored.has(path))) return new Set(small)
  const ofPath = new Map<string, number>()
  for (const { path, wordCount } of blocks) ofPath.set(path, (ofPath.get(path) ?? 0) + wordCount)
  const ofStep = new Map<string, number>()
  let total = 0
  for (const [path, words] of ofPath) {
    total += words
    for (const step of new Set(path.split('>'))) ofStep.set(step, (ofStep.get(step) ?? 0) + words)
  }
  const maxWords = Math.floor(total / minShare)
  const permitted = small
    .filter((path) => (ofStep.get(classedStep(path) ?? '') ?? 0) <= maxWords)
    .map((path) => ({ path, words: ofPath.get(path) ?? 0 }))
    .sort((a, b) => a.words - b.words)
  const leftOut = new Set<string>()
  let sum = 0
  for (const { path, words } of permitted) {
    sum += words
    if (sum <= maxWords) leftOut.add(path)
  }
  return leftOut
}

/** The nearest element with a class, as a step of the path. */
const classedStep = (path: string): string | undefined => path.split('>').findLast((step) => step.includes('.'))
