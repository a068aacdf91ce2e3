import { hash } from 'node:crypto'
import { attribute } from '@pagebell/html/attributes'
import type { HtmlElement } from '@pagebell/html/parse-html'
import { countWords } from './words.ts'

/**
 * A piece of the main text between two borders of block elements. `path` names the block elements around it, with
 * classes: "div.related>ul>li". `wordCount` is 0 for signs alone.
 */
export type Block = { path: string; hash: string; wordCount: number }

/** Names, counts and hashes its text only when it is asked to: a verdict on a page needs none of it. */
export class TextBlock implements Block {
  readonly #open: OpenBlock
  readonly #text: string

  constructor(open: OpenBlock, text: string) {
    this.#open = open
    this.#text = text
  }

  get path(): string {
    return blockPath(this.#open)
  }

  get hash(): string {
    return hash('sha256', this.#text).slice(0, 16)
  }

  get wordCount(): number {
    return countWords(this.#text)
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
