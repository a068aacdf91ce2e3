import { join } from 'node:path'
import { articles, markdown } from '../articles.ts'
import type { SiteGenerator } from '../generator.ts'
import { filesOf, runGenerator, versionOf, writeFiles } from '../static-site.ts'

const config = (origin: string) => `baseURL = "${origin}/"
title = "Example"
disableKinds = ["taxonomy", "term"]
defaultContentLanguage = "en"
defaultContentLanguageInSubdir = true
[languages.en]
weight = 1
[languages.de]
weight = 2
`
const layout = '<!doctype html><title>{{ .Title }}</title><main>{{ .Content }}</main>'
const translated = articles.slice(0, 3)

/** Hugo from Debian with two languages, of which each has a sitemap with the other's addresses beside its own. */
export const generator: SiteGenerator = {
  name: 'hugo',
  async build({ folder, origin }) {
    const version = await versionOf('hugo', ['version'], 'hugo')
    const files = articles.map((article): [string, string] => [
      `content/posts/${article.slug}.en.md`,
      markdown(article, { date: article.published, lastmod: article.changed }),
    ])
    const translations = translated.map((article): [string, string] => [
      `content/posts/${article.slug}.de.md`,
      markdown(article, { date: article.published, lastmod: article.changed }),
    ])
    await writeFiles(folder, {
      'config.toml': config(origin),
      'layouts/_default/single.html': layout,
      'layouts/_default/list.html': layout,
      ...Object.fromEntries([...files, ...translations]),
    })
    await runGenerator('hugo', ['--source', folder, '--quiet'], folder)
    const english = articles.map(({ slug, changed }) => ({ path: `/en/posts/${slug}/`, lastmod: changed }))
    const german = translated.map(({ slug, changed }) => ({ path: `/de/posts/${slug}/`, lastmod: changed }))
    const lists = ['/en/', '/en/posts/', '/de/', '/de/posts/'].map((path) => ({ path }))
    return {
      version,
      fetchFile: filesOf(join(folder, 'public')),
      listings: [
        { path: '/sitemap.xml', kind: 'index', pages: [...lists, ...english, ...german], dates: 'dated' },
        {
          path: '/en/index.xml',
          kind: 'rss',
          pages: articles.map(({ slug, published }) => ({ path: `/en/posts/${slug}/`, lastmod: published })),
          dates: 'dated',
        },
      ],
    }
  },
}
