import type { HtmlElement } from '@pagebell/html/parse-html'
import { type Block, blockPath, type OpenBlock, TextBlock } from './blocks.ts'
import { leftOutPaths } from './changing-blocks.ts'
import { normaliseText } from './normalise-text.ts'
import { matchesWildcard, tokensOf, type Wildcard } from './wildcards.ts'

/**
 * `text` are the texts of the blocks with a space between two, in pieces that follow each other directly. `leftOut` are
 * the paths of blocks that do not count here, `excluded` the elements of these blocks.
 */
export type CollectedBlocks = {
  blocks: Block[]
  text: string[]
  leftOut: ReadonlySet<string>
  excluded: { element: HtmlElement; path: string }[]
}

/** Blocks that are listed; further text is hashed, but not listed. */
const maxBlocks = 5_000
/** Characters after which a piece of the text ends. V8 moves strings of some ten thousand to a separate space. */
const pieceLength = 8_192

/** Collects the blocks of main, without texts that match an ignored pattern. */
export function collectBlocks(ignoredTexts: readonly Wildcard[]) {
  const collected: { open: OpenBlock; text: string }[] = []
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
      const [first] = pieces
      if (first === undefined) return null
      const text = normaliseText(pieces.length === 1 ? first : pieces.join(''))
      pieces = []
      if (text === '') return null
      if (isIgnored(text)) return 'ignored text'
      collected.push({ open, text })
      return null
    },
    /** The blocks without those at an ignored path, as far as these may be left out of this page. */
    result(ignoredPaths: ReadonlySet<string>): CollectedBlocks {
      const toBlock = ({ open, text }: (typeof collected)[number]) => new TextBlock(open, text)
      const leftOut = ignoredPaths.size === 0 ? ignoredPaths : leftOutPaths(ignoredPaths, collected.map(toBlock))
      const isLeftOut = ({ open }: { open: OpenBlock }) => leftOut.size > 0 && leftOut.has(blockPath(open))
      const counted = collected.filter((one) => !isLeftOut(one))
      return {
        blocks: counted.slice(0, maxBlocks).map(toBlock),
        text: inPieces(counted),
        leftOut,
        excluded: collected.filter(isLeftOut).map(({ open }) => ({ element: open.element, path: blockPath(open) })),
      }
    },
  }
}

function inPieces(texts: readonly { text: string }[]): string[] {
  const pieces: string[] = []
  let group: string[] = []
  let length = 0
  for (const { text } of texts) {
    group.push(text)
    length += text.length
    if (length < pieceLength) continue
    pieces.push(group.join(' '))
    // The next piece begins with a space.
    group = ['']
    length = 0
  }
  if (length > 0) pieces.push(group.join(' '))
  return pieces
}
