import { isIndexable, type PageFacts, type SitePage } from '../site.ts'
import { count, defineSiteCheck, foundIssues, type IssueGroup } from '../site-check.ts'
import { type Groups, unionFind } from '../union-find.ts'

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
  comparesPages: true,

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
    return foundIssues([...equal, ...groupSimilar(distinct)], (copies) => {
      return `${count(copies, 'page has', 'pages have')} the text of another page, or nearly so.`
    })
  },
})

/** Groups of pages of which each is similar to another one of its group. */
function groupSimilar(pages: readonly ReadPage[]): IssueGroup[] {
  const bySimhash = Map.groupBy(pages, ({ facts }) => facts.simhash)
  const simhashes = [...bySimhash.keys()].map(halves)
  const groups = unionFind(simhashes)
  for (let at = 0; at < 16; at += partLength) {
    for (const bucket of Map.groupBy(simhashes, ({ simhash }) => simhash.slice(at, at + partLength)).values())
      joinSimilar(bucket, groups)
  }
  return groups.all().flatMap((group): IssueGroup[] => {
    const urls = group.flatMap(({ simhash }) => bySimhash.get(simhash) ?? []).map(({ url }) => url)
    const [first, second] = urls
    if (first === undefined || second === undefined) return []
    return [{ severity: 'warn', cause: { similar_to: first }, pages: urls }]
  })
}

type Simhash = { simhash: string; high: number; low: number }

function halves(simhash: string): Simhash {
  const [high = 0, low = 0] = [simhash.slice(0, 8), simhash.slice(8)].map((half) => Number.parseInt(half, 16))
  return { simhash, high, low }
}

function joinSimilar(bucket: readonly Simhash[], groups: Groups<Simhash>): void {
  for (const [index, one] of bucket.entries()) {
    for (let before = 0; before < index; before += 1) {
      const other = bucket[before] ?? one
      if (distance(one, other) <= maxDistance) groups.join(other, one)
    }
  }
}

function distance(one: Simhash, other: Simhash): number {
  return bitsIn(one.high ^ other.high) + bitsIn(one.low ^ other.low)
}

function bitsIn(number: number): number {
  let bits = 0
  for (let left = number; left !== 0; left &= left - 1) bits += 1
  return bits
}
