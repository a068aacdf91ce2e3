import { join } from 'node:path'
import { articles, dayOf, markdown } from '../articles.ts'
import type { SiteGenerator } from '../generator.ts'
import { filesOf, runGenerator, versionOf, writeFiles } from '../static-site.ts'

const config = (origin: string) => `url: ${origin}
title: Example
timezone: Europe/Berlin
permalink: /posts/:title/
plugins: [jekyll-sitemap, jekyll-feed]
feed: {posts_limit: 100}
`

/** Jekyll from Debian with its plug-ins for sitemaps and feeds, in a zone that is not UTC. */
export const generator: SiteGenerator = {
  name: 'jekyll',
  async build({ folder, origin }) {
    const version = await versionOf('jekyll', ['--version'], 'jekyll ruby-jekyll-sitemap ruby-jekyll-feed')
    await writeFiles(folder, {
      '_config.yml': config(origin),
      '_layouts/post.html': '<!doctype html><title>{{ page.title | escape }}</title><main>{{ content }}</main>',
      'index.md': '---\ntitle: Home\nlayout: post\n---\nHome',
      ...Object.fromEntries(
        articles.map((article) => [
          `_posts/${dayOf(article.published)}-${article.slug}.md`,
          markdown(article, {
            layout: 'post',
            date: article.published,
            last_modified_at: article.changed,
            render_with_liquid: 'false',
          }),
        ]),
      ),
    })
    const output = join(folder, '_site')
    await runGenerator('jekyll', ['build', '--quiet', '--source', folder, '--destination', output], folder)
    const pages = articles.map(({ slug, changed }) => ({ path: `/posts/${slug}/`, lastmod: changed }))
    return {
      version,
      fetchFile: filesOf(output),
      listings: [
        {
          path: '/sitemap.xml',
          kind: 'sitemap',
          pages: [{ path: '/', lastmod: null }, ...pages],
          dates: 'dated',
        },
        { path: '/feed.xml', kind: 'atom', pages, dates: 'dated' },
      ],
    }
  },
}
