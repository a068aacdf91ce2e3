import { type PlantedFindings, pathOf, type SeededPage, type SeededSite } from './seeded-page.ts'

/** A site without faults: `hubs` are linked from the start page, `articles` from their hub and one another. */
export type PlainSite = {
  origin: string
  home: SeededPage
  hubs: SeededPage[]
  articles: SeededPage[]
  /** Makes a page unlike all others, which is not yet part of the site. */
  page(slug: string): SeededPage
}
export type Severity = 'warn' | 'fail'

/** A site into which faults are being planted, and what has to be found in the end. */
export type Seeding = PlainSite & {
  /** The pages that a generator builds. */
  pages: SeededPage[]
  answers: SeededSite['answers']
  extraEntries: SeededSite['extraEntries']
  planted: PlantedFindings
  /** Articles that have no fault yet. Throws if there are too few. */
  take(count: number): SeededPage[]
  /** Takes so many articles, changes each, and returns their paths. */
  share(count: number, apply: (one: SeededPage, first: SeededPage) => void): string[]
  /** Adds to what a check has to find. */
  expect(check: string, severity: Severity, paths: readonly string[]): void
  /** Adds a page that is linked twice, as all others are. */
  add(slug: string): SeededPage
}

/** The first articles stay without fault, so that others can name them. */
const sparedArticles = 10

export function startSeeding(site: PlainSite): Seeding {
  const { hubs, articles, page } = site
  const pages = [...hubs, ...articles]
  const planted: PlantedFindings = {}
  let taken = sparedArticles

  function take(count: number): SeededPage[] {
    const some = articles.slice(taken, taken + count)
    taken += count
    if (some.length < count) throw new Error(`A seeded site needs at least ${taken} articles.`)
    return some
  }

  return {
    ...site,
    pages,
    answers: {},
    extraEntries: [],
    planted,
    take,
    share(count, apply) {
      const some = take(count)
      for (const one of some) apply(one, some[0] ?? one)
      return some.map(pathOf)
    },
    expect(check, severity, paths) {
      planted[check] = { ...planted[check], [severity]: [...(planted[check]?.[severity] ?? []), ...paths] }
    },
    add(slug) {
      const added = page(slug)
      pages.push(added)
      for (const hub of hubs.slice(0, 2)) hub.links.push(pathOf(added))
      return added
    },
  }
}
