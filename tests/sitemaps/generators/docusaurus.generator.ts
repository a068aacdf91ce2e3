import { join } from 'node:path'
import { articles, dayOf, markdown } from '../articles.ts'
import type { SiteGenerator } from '../generator.ts'
import { filesOf, runGenerator, usePackages, writeFiles } from '../static-site.ts'

const version = '3.10.2'
const packages = [`@docusaurus/core@${version}`, `@docusaurus/preset-classic@${version}`, 'react@19', 'react-dom@19']

const configOf = (origin: string) => ({
  title: 'Example',
  url: origin,
  baseUrl: '/',
  trailingSlash: true,
  onBrokenLinks: 'ignore',
  markdown: { format: 'md' },
  presets: [
    [
      'classic',
      {
        docs: false,
        blog: {
          routeBasePath: '/',
          postsPerPage: 'ALL',
          blogSidebarCount: 0,
          archiveBasePath: null,
          onUntruncatedBlogPosts: 'ignore',
          onInlineAuthors: 'ignore',
          showLastUpdateTime: true,
          feedOptions: { type: ['rss', 'atom', 'json'], limit: null },
        },
        sitemap: { lastmod: 'date' },
      },
    ],
  ],
})

/** Docusaurus with its classic preset: a blog with its sitemap and its feeds (RSS, Atom, JSON Feed). */
export const generator: SiteGenerator = {
  name: 'docusaurus',
  async build({ folder, origin, packages: cache }) {
    const site = join(folder, 'site')
    await usePackages(cache, 'docusaurus', packages, site)
    await writeFiles(site, {
      'package.json': '{"private":true}\n',
      'docusaurus.config.js': `module.exports = ${JSON.stringify(configOf(origin))}\n`,
      ...Object.fromEntries(
        articles.map((article) => [
          `blog/${article.slug}.md`,
          markdown(article, {
            slug: JSON.stringify(`/${article.slug}`),
            date: article.published,
            last_update: `{ date: ${article.changed} }`,
          }),
        ]),
      ),
    })
    await runGenerator(process.execPath, ['node_modules/@docusaurus/core/bin/docusaurus.mjs', 'build'], site)
    const days = articles.map(({ slug, changed }) => ({ path: `/${slug}/`, lastmod: dayOf(changed) }))
    // Its feeds name the publication of an article as its last change.
    const pages = articles.map(({ slug, published }) => ({ path: `/${slug}/`, lastmod: published }))
    return {
      version,
      fetchFile: filesOf(join(site, 'build')),
      listings: [
        {
          path: '/sitemap.xml',
          kind: 'sitemap',
          pages: [{ path: '/', lastmod: null }, ...days],
          dates: 'days',
        },
        { path: '/rss.xml', kind: 'rss', pages, dates: 'dated' },
        { path: '/atom.xml', kind: 'atom', pages, dates: 'dated' },
        { path: '/feed.json', kind: 'json_feed', pages, dates: 'dated' },
      ],
    }
  },
}
