import { plantFaults } from './seeded-faults.ts'
import { pathOf, type SeededPage, type SeededSite, siteName } from './seeded-page.ts'
import { randomTexts } from './seeded-texts.ts'

const pagesOfHub = 30

/**
 * A site of about so many pages, always the same one, in which each fault that site checks find is planted in a known
 * number. `origin` is written into canonical links and language versions.
 */
export function seedSite(origin: string, size: number): SeededSite {
  const texts = randomTexts()
  const page = (slug: string): SeededPage => ({
    slug,
    title: `${texts.words(4)} ${slug}${siteName}`,
    head: [
      `<meta name="description" content="${texts.words(12)} ${slug}">`,
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"TechArticle","headline":"A"}</script>',
    ],
    paragraphs: Array.from({ length: 4 }, () => texts.words(60)),
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
  return plantFaults({ origin, home, hubs, articles, page })
}

/** The HTML of a page, for a server without a generator. */
export function renderSeeded({ title, head, paragraphs, links }: SeededPage): string {
  const text = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')
  const anchors = links.map((link) => `<a href="${link}">Further reading</a>`).join('\n')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${head.join('\n')}</head>
<body><header><h1>${title}</h1></header><main>${text}</main><footer>${anchors}</footer></body></html>`
}
