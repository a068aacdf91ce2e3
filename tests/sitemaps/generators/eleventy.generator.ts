import { join } from 'node:path'
import { articles, markdown } from '../articles.ts'
import type { SiteGenerator } from '../generator.ts'
import { filesOf, runGenerator, usePackages, writeFiles } from '../static-site.ts'

const version = '3.1.8'
const packages = [
  `@11ty/eleventy@${version}`,
  '@11ty/eleventy-plugin-rss@3.0.0',
  '@quasibit/eleventy-plugin-sitemap@2.2.0',
]

const config = (origin: string) => `import { feedPlugin } from '@11ty/eleventy-plugin-rss'
import sitemap from '@quasibit/eleventy-plugin-sitemap'
export default (eleventy) => {
  eleventy.addPlugin(sitemap, { sitemap: { hostname: '${origin}' } })
  for (const type of ['atom', 'rss', 'json']) {
    eleventy.addPlugin(feedPlugin, {
      type,
      outputPath: '/feed.' + type,
      collection: { name: 'articles', limit: 0 },
      metadata: { language: 'en', title: 'Example', subtitle: '', base: '${origin}/', author: { name: 'Author' } },
    })
  }
  return { dir: { input: 'content', output: 'public' }, markdownTemplateEngine: false }
}
`
const sitemapTemplate = `---
permalink: /sitemap.xml
eleventyExcludeFromCollections: true
---
{% sitemap collections.articles %}
`

/** Eleventy with its plug-in for feeds (Atom, RSS, JSON Feed) and one for sitemaps. */
export const generator: SiteGenerator = {
  name: 'eleventy',
  async build({ folder, origin, packages: cache }) {
    const site = join(folder, 'site')
    await usePackages(cache, 'eleventy', packages, site)
    await writeFiles(site, {
      'package.json': '{"private":true,"type":"module"}\n',
      'eleventy.config.js': config(origin),
      'content/sitemap.njk': sitemapTemplate,
      ...Object.fromEntries(
        articles.map((article) => [
          `content/${article.slug}.md`,
          markdown(article, { permalink: `/${article.slug}/`, tags: 'articles', date: article.published }),
        ]),
      ),
    })
    await runGenerator(process.execPath, ['node_modules/@11ty/eleventy/cmd.cjs', '--quiet'], site)
    const pages = articles.map(({ slug, published }) => ({ path: `/${slug}/`, lastmod: published }))
    return {
      version,
      fetchFile: filesOf(join(site, 'public')),
      listings: [
        { path: '/sitemap.xml', kind: 'sitemap', pages, dates: 'dated' },
        { path: '/feed.atom', kind: 'atom', pages, dates: 'dated' },
        { path: '/feed.rss', kind: 'rss', pages, dates: 'dated' },
        { path: '/feed.json', kind: 'json_feed', pages, dates: 'dated' },
      ],
    }
  },
}
