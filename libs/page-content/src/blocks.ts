import { hash } from 'node:crypto'
import { attribute } from '@pagebell/html/attributes'
import type { HtmlElement } from '@pagebell/html/parse-html'
import { normaliseText } from './normalise-text.ts'
import { wordsIn } from './simhash.ts'
import { matchesWildcard, tokensOf, type Wildcard } from './wildcards.ts'

/**
 * A piece of the main text between two borders of block elements. `path` names the block elements around it, with
 * classes: "div.related>ul>li". `wordCount` is 0 for signs alone.
 */
export type Block = { path: string; hash: string; wordCount: number }

/** Counts and hashes its text only when it is asked to: a verdict on a page needs neither. */
class TextBlock implements Block {
  readonly path: string
  readonly #text: string

  constructor(path: string, text: string) {
    this.path = path
    this.#text = text
  }

  get hash(): string {
    return hash('sha256', this.#text).slice(0, 16)
  }

  get wordCount(): number {
    return wordsIn(this.#text).length
  }
}

/** A block element that is open. */
export type OpenBlock = { parent: OpenBlock | null; element: HtmlElement; path: string | null }

/** Elements that separate words and blocks. */
export const blockTags = new Set(
  `
    address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption
    figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol optgroup option p pre search
    section select summary table tbody td tfoot th thead tr ul
  `
    .trim()
    .split(/\s+/),
)
/** Elements of a path, innermost last. */
const maxPathLength = 8
const maxClasses = 4
const maxNameLength = 40
/** A class whose name ends in a hash that a build made: "Card_title__x7Yz1", "css-1q2w3e", "svelte-1a2b3c". */
const builtClass = /^(?:css|sc|svelte|astro|jsx|emotion)-|__[A-Za-z0-9-]{5,}$/
/** Blocks that are listed; further text is hashed, but not listed. */
const maxBlocks = 5_000

/** The path of the block: the nearest block elements with their classes, without those that a build names. */
export function blockPath(block: OpenBlock): string {
  if (block.path !== null) return block.path
  const steps: string[] = []
  for (let open: OpenBlock | null = block; open !== null && steps.length < maxPathLength; open = open.parent) {
    steps.unshift(stepOf(open.element))
  }
  block.path = steps.join('>')
  return block.path
}

function stepOf(element: HtmlElement): string {
  const tag = element.tagName.slice(0, maxNameLength)
  const written = element.attrs.length === 0 ? null : attribute(element, 'class')
  if (written === null) return tag
  const names = written.slice(0, 1_000).split(/\s+/)
  const classes = names.filter((name) => name !== '' && name.length <= maxNameLength && !builtClass.test(name))
  return [tag, ...classes.sort().slice(0, maxClasses)].join('.')
}

/** Collects the blocks of main, without those at an ignored path and without texts that match an ignored pattern. */
export function collectBlocks(ignoredPaths: ReadonlySet<string>, ignoredTexts: readonly Wildcard[]) {
  const blocks: Block[] = []
  const texts: string[] = []
  let pieces: string[] = []

  const isIgnored = (text: string): boolean => {
    if (ignoredTexts.length === 0 || text === '') return false
    const tokens = tokensOf(text)
    return ignoredTexts.some((pattern) => matchesWildcard(pattern, tokens))
  }

  return {
    add(text: string): void {
      if (ignoredTexts.length === 0 || !isIgnored(normaliseText(text))) pieces.push(text)
    },
    /** Ends the current block. Returns why its text does not count, or null. */
    end(open: OpenBlock): string | null {
      if (pieces.length === 0) return null
      const text = normaliseText(pieces.join(''))
      pieces = []
      if (text === '') return null
      const path = blockPath(open)
      if (ignoredPaths.has(path)) return `ignored block ${path}`
      if (isIgnored(text)) return 'ignored text'
      texts.push(text)
      if (blocks.length < maxBlocks) blocks.push(new TextBlock(path, text))
      return null
    },
    result: () => ({ blocks, text: texts.join(' ') }),
  }
}
