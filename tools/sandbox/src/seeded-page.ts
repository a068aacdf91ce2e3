/** A page of the site, at `/posts/<slug>/`; `head` is HTML for its head, `paragraphs` its text. */
export type SeededPage = { slug: string; title: string; head: string[]; paragraphs: string[]; links: string[] }
export type SeededAnswer = { status: number; location?: string; body?: string }

/** What a site check has to find: addresses without their origin, by check and severity. Checks that are absent pass. */
export type PlantedFindings = Record<string, { warn?: string[]; fail?: string[] }>

export type SeededSite = {
  home: SeededPage
  /** Links on every page; generators write their own. */
  menu: string[]
  pages: SeededPage[]
  /** What a server answers besides the pages, by path. */
  answers: Record<string, SeededAnswer>
  /** Entries of a second sitemap, which robots.txt names first: absolute, or a path. */
  extraEntries: { address: string; lastmod: string }[]
  /** Pages that the server adds, and no generator knows: no sitemap lists them. */
  unlisted: SeededPage[]
  planted: PlantedFindings
}

export const pathOf = ({ slug }: Pick<SeededPage, 'slug'>): string => (slug === '' ? '/' : `/posts/${slug}/`)

/** With what the titles of the site end. */
export const siteName = ' | Seeds'
