import { contentParts } from '@pagebell/page-content/content-hash'
import type { HashExplanation } from '../analyses/explain-content.ts'

/** The explanation as JSON, with the field names of the API's style. */
export function explanationJson(explanation: HashExplanation) {
  const { url, hash, parts, simhash, wordCount, main, blocks, blockCount, excluded, excludedCount, ceilings } =
    explanation
  return {
    url,
    hash,
    parts,
    simhash,
    words: wordCount,
    main: { rule: main.rule, ...main.tag },
    blocks: blocks.map((block) => ({ path: block.path, hash: block.hash, words: block.wordCount })),
    blocks_total: blockCount,
    excluded,
    excluded_total: excludedCount,
    ceilings,
  }
}

/** The explanation as text. */
export function explanationText(explanation: HashExplanation): string {
  const { url, hash, parts, simhash, wordCount, main, excluded, excludedCount, ceilings } = explanation
  const more = excludedCount - excluded.length
  const lines = [
    url,
    `content hash  ${hash}`,
    ...contentParts.map((part) => `  ${part.padEnd(12)}${parts[part]}`),
    `main          ${main.rule}${main.tag === null ? '' : `: ${main.tag.excerpt} (line ${main.tag.line})`}`,
    `              ${wordCount} words in ${explanation.blockCount} blocks, simhash ${simhash}`,
    'not counted',
    ...excluded.map(({ excerpt, line, column, reason }) => `  ${`${line}:${column}`.padEnd(12)}${reason}  ${excerpt}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...ceilings.map((ceiling) => `The page was read in part: ${ceiling}.`),
  ]
  // Without control characters: a page must not be able to send commands to the terminal.
  return `${lines.map((line) => line.replace(/\p{Cc}/gu, ' ')).join('\n')}\n`
}
