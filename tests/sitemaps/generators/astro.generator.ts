import { join } from 'node:path'
import { articles } from '../articles.ts'
import type { SiteGenerator } from '../generator.ts'
import { filesOf, runGenerator, usePackages, writeFiles } from '../static-site.ts'

const version = '7.3.5'
const packages = [`astro@${version}`, '@astrojs/sitemap@3.7.4', '@astrojs/rss@4.0.19']

const config = (origin: string) => `import sitemap from '@astrojs/sitemap'
import { defineConfig } from 'astro/config'
export default defineConfig({ site: '${origin}', integrations: [sitemap({ entryLimit: 10 })] })
`
const page = `---
import articles from '../../articles.json'
export const getStaticPaths = () => articles.map((article) => ({ params: { slug: article.slug }, props: { article } }))
const { article } = Astro.props
---
<html lang="en"><head><title>{article.title}</title></head><body><main><p>{article.body}</p></main></body></html>
`
const feed = `import rss from '@astrojs/rss'
import articles from '../articles.json'
export const GET = (context) => rss({
  title: 'Example',
  description: 'Example',
  site: context.site,
  items: articles.map(({ slug, title, published, body }) => ({
    title,
    link: '/posts/' + slug + '/',
    pubDate: new Date(published),
    description: body,
    content: body,
  })),
})
`

/** Astro with its integrations for sitemaps, which has no dates and several files, and for RSS. */
export const generator: SiteGenerator = {
  name: 'astro',
  async build({ folder, origin, packages: cache }) {
    const site = join(folder, 'site')
    await usePackages(cache, 'astro', packages, site)
    await writeFiles(site, {
      'package.json': '{"private":true,"type":"module"}\n',
      'astro.config.mjs': config(origin),
      'src/articles.json': JSON.stringify(articles),
      'src/pages/index.astro': '<html lang="en"><head><title>Home</title></head><body><p>Home</p></body></html>\n',
      'src/pages/posts/[slug].astro': page,
      'src/pages/rss.xml.js': feed,
    })
    await runGenerator(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build', '--silent'], site)
    const paths = articles.map(({ slug }) => ({ path: `/posts/${slug}/`, lastmod: null }))
    return {
      version,
      fetchFile: filesOf(join(site, 'dist')),
      listings: [
        {
          path: '/sitemap-index.xml',
          kind: 'index',
          pages: [{ path: '/', lastmod: null }, ...paths],
          dates: 'no_dates',
        },
        {
          path: '/rss.xml',
          kind: 'rss',
          pages: articles.map(({ slug, published }) => ({ path: `/posts/${slug}/`, lastmod: published })),
          dates: 'dated',
        },
      ],
    }
  },
}
