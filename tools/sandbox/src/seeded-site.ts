import { plantFaults } from './seeded-faults.ts'
import { pathOf, type SeededPage, type SeededSite, siteName } from './seeded-page.ts'
import { randomTexts } from './seeded-texts.ts'

const pagesOfHub = 30

/** Paragraphs of 60 words: the first number is that of the first page, and so on in rotation. Links of the menu. */
export type SeedShape = { paragraphs: readonly number[]; menuLinks: number }

const plainShape: SeedShape = { paragraphs: [4], menuLinks: 0 }
/** Pages of 5 to 16 KB with about twenty links. */
export const usualShape: SeedShape = { paragraphs: [7, 13, 19, 25], menuLinks: 17 }

/**
 * A site of about so many pages, always the same one, in which each fault that site checks find is planted in a known
 * number. `origin` is written into canonical links and language versions.
 */
export function seedSite(origin: string, size: number, { paragraphs, menuLinks } = plainShape): SeededSite {
  const texts = randomTexts()
  let made = 0
  const page = (slug: string): SeededPage => ({
    slug,
    title: `${texts.words(4)} ${slug}${siteName}`,
    head: [
      `<meta name="description" content="${texts.words(12)} ${slug}">`,
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"TechArticle","headline":"A"}</script>',
    ],
    paragraphs: Array.from({ length: paragraphs[made++ % paragraphs.length] ?? 0 }, () => texts.words(60)),
    links: [],
  })

  const home = { ...page(''), title: `Start${siteName}` }
  const articles = Array.from({ length: size }, (_, index) => page(`article-${index}`))
  const hubs = Array.from({ length: Math.ceil(size / pagesOfHub) }, (_, index) => page(`hub-${index}`))
  // Two links to each page: from its hub, and from the page before.
  home.links.push(...hubs.map(pathOf))
  for (const [index, article] of articles.entries()) {
    const hub = hubs[Math.floor(index / pagesOfHub)]
    const next = articles[(index + 1) % articles.length]
    if (hub === undefined || next === undefined) throw new Error('A site has one page at least.')
    hub.links.push(pathOf(article))
    article.links.push(pathOf(hub), pathOf(next))
  }
  // Of articles, the first ones stay without fault.
  const menu = [home, ...articles.slice(0, 8), ...hubs].slice(0, menuLinks).map(pathOf)
  return { menu, ...plantFaults({ origin, home, hubs, articles, page }) }
}

/** The HTML of a page, for a server without a generator. */
export function renderSeeded({ title, head, paragraphs, links }: SeededPage, menu: readonly string[]): string {
  const items = menu.map((link) => `<li><a href="${link}">Section ${link}</a></li>`).join('\n')
  const nav = items === '' ? '' : `<nav><ul>${items}</ul></nav>`
  const text = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')
  const anchors = links.map((link) => `<a href="${link}">Further reading</a>`).join('\n')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${head.join('\n')}</head>
<body>${nav}<header><h1>${title}</h1></header><main>${text}</main><footer>${anchors}</footer></body></html>`
}
