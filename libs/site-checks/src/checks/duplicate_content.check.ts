import { isIndexable, type PageFacts, type SitePage } from '../site.ts'
import { count, defineSiteCheck, found, type IssueGroup } from '../site-check.ts'

/** Fewer words are equal by chance. */
const minWords = 20
/** The simhash of a shorter text depends on single words. */
const minWordsNear = 50
const maxDistance = 3
/** Two hashes of 64 bits that differ in three bits agree in one of four parts. */
const partLength = 4

type ReadPage = SitePage & { facts: PageFacts }

export default defineSiteCheck({
  id: 'duplicate_content',
  title: 'Texts across pages',
  titles: {
    pass: 'Each page has its own text',
    warn: 'Pages have nearly the same text',
    fail: 'Pages have the same text',
  },
  category: 'content',
  weight: 6,
  why: 'Of copies, engines show one, and not always the one that is meant.',
  fix: 'Name one of the copies in the canonical link of all, redirect the others to it, or give each page its own text.',
  learn: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  criteria: {
    pass: 'none',
    warn: `nearly the same main text (simhashes that differ in at most ${maxDistance} of 64 bits, from ${minWordsNear} words)`,
    fail: `the same main text, of at least ${minWords} words, and another canonical page`,
  },

  check({ pages }) {
    const read = [...pages.values()].filter((page): page is ReadPage => {
      return page.facts !== null && isIndexable(page) && page.facts.words >= minWords
    })
    const byHash = [...Map.groupBy(read, ({ facts }) => facts.mainHash).values()]
    const equal = byHash.flatMap((copies): IssueGroup[] => {
      const [first] = copies
      if (first === undefined || copies.length < 2) return []
      return [{ severity: 'fail', cause: { same_as: first.url }, pages: copies.map(({ url }) => url) }]
    })
    const distinct = byHash.flatMap(([first]) => first ?? []).filter(({ facts }) => facts.words >= minWordsNear)
    return found([...equal, ...groupSimilar(distinct)], (copies) => {
      return `${count(copies, 'page')} have the text of another page, or nearly so.`
    })
  },
})

function groupSimilar(pages: readonly ReadPage[]): IssueGroup[] {
  const groupOf = new Map<ReadPage, ReadPage[]>()
  for (const [left, right] of similarPairs(pages)) {
    const one = groupOf.get(left) ?? [left]
    const other = groupOf.get(right) ?? [right]
    const joined = one === other ? one : [...one, ...other]
    for (const page of joined) groupOf.set(page, joined)
  }
  return [...new Set(groupOf.values())].map((similar) => {
    const [first = ''] = similar.map(({ url }) => url)
    return { severity: 'warn', cause: { similar_to: first }, pages: similar.map(({ url }) => url) }
  })
}

/** Pairs whose simhashes hardly differ; for each page one, which is enough to form the groups. */
function* similarPairs(pages: readonly ReadPage[]): Generator<[ReadPage, ReadPage]> {
  const hashed = pages.map((page) => {
    const { simhash } = page.facts
    const [high, low] = [simhash.slice(0, 8), simhash.slice(8)].map((half) => Number.parseInt(half, 16))
    return { page, simhash, high: high ?? 0, low: low ?? 0 }
  })
  for (let at = 0; at < 16; at += partLength) {
    for (const bucket of Map.groupBy(hashed, ({ simhash }) => simhash.slice(at, at + partLength)).values()) {
      const heads: typeof hashed = []
      for (const one of bucket) {
        const head = heads.find(({ high, low }) => bitsIn(high ^ one.high) + bitsIn(low ^ one.low) <= maxDistance)
        if (head === undefined) heads.push(one)
        else yield [head.page, one.page]
      }
    }
  }
}

function bitsIn(number: number): number {
  let bits = 0
  for (let left = number; left !== 0; left &= left - 1) bits += 1
  return bits
}
