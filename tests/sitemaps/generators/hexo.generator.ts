import { join } from 'node:path'
import { articles, dayOf, markdown } from '../articles.ts'
import type { SiteGenerator } from '../generator.ts'
import { filesOf, runGenerator, usePackages, writeFiles } from '../static-site.ts'

const version = '8.1.2'
const plugins = {
  'hexo-renderer-marked': '7.0.1',
  'hexo-renderer-ejs': '2.0.0',
  'hexo-renderer-stylus': '3.0.1',
  'hexo-theme-landscape': '1.1.0',
  'hexo-generator-sitemap': '3.0.1',
  'hexo-generator-feed': '3.0.0',
}
const packages = [`hexo@${version}`, ...Object.entries(plugins).map((plugin) => plugin.join('@'))]

const config = (origin: string) => `title: Example
url: ${origin}
permalink: ":title/"
theme: landscape
timezone: UTC
future: true
syntax_highlighter: highlight.js
sitemap: {path: [sitemap.xml, sitemap.txt]}
feed: {type: [atom, rss2], path: [atom.xml, rss2.xml], limit: 0, hub: "https://hub.example/"}
`

/** Hexo with the plug-ins of its project for sitemaps (XML and text) and feeds (Atom, RSS), which name a hub. */
export const generator: SiteGenerator = {
  name: 'hexo',
  async build({ folder, origin, packages: cache }) {
    const site = join(folder, 'site')
    await usePackages(cache, 'hexo', packages, site)
    await writeFiles(site, {
      'package.json': JSON.stringify({ private: true, dependencies: { hexo: version, ...plugins }, hexo: { version } }),
      '_config.yml': config(origin),
      ...Object.fromEntries(
        articles.map((article) => [
          `source/_posts/${article.slug}.md`,
          markdown(article, { date: article.published, updated: article.changed, disableNunjucks: 'true' }),
        ]),
      ),
    })
    await runGenerator(process.execPath, ['node_modules/hexo/bin/hexo', 'generate', '--silent'], site)
    const pages = articles.map(({ slug, changed }) => ({ path: `/${slug}/`, lastmod: changed }))
    const days = pages.map(({ path, lastmod }) => ({ path, lastmod: dayOf(lastmod) }))
    const asPublished = articles.map(({ slug, published }) => ({ path: `/${slug}/`, lastmod: published }))
    return {
      version,
      fetchFile: filesOf(join(site, 'public')),
      listings: [
        { path: '/sitemap.xml', kind: 'sitemap', pages: [{ path: '/' }, ...days], dates: 'days' },
        {
          path: '/sitemap.txt',
          kind: 'text',
          pages: [{ path: '/' }, ...pages.map(({ path }) => ({ path, lastmod: null }))],
          dates: 'no_dates',
        },
        { path: '/atom.xml', kind: 'atom', pages, dates: 'dated', topic: '/atom.xml' },
        { path: '/rss2.xml', kind: 'rss', pages: asPublished, dates: 'dated', topic: '/rss2.xml' },
      ],
    }
  },
}
