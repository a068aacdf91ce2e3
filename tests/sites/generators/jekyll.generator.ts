import { join } from 'node:path'
import { pathOf } from '@pagebell/sandbox/seeded-page'
import { dayNumber } from '@pagebell/sandbox/serve-seeded-site'
import { runGenerator, versionOf, writeFiles } from '../../sitemaps/static-site.ts'
import { addPageHeads, titleForTheme } from '../page-heads.ts'
import type { SeedGenerator } from '../site-generator.ts'
import { sourceFile } from '../source-files.ts'

const config = (origin: string) => `url: ${origin}
title: Seeds
theme: minima
header_pages: [posts/hub-0.md, posts/hub-1.md]
`
const sitemap = `---
---
<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{% for page in site.html_pages %}
<url><loc>{{ site.url }}{{ page.url }}</loc><lastmod>{{ page.last_modified_at | date_to_xmlschema }}</lastmod></url>
{% endfor %}</urlset>
`

/**
 * Jekyll from Debian with its theme Minima, whose plug-in for SEO writes titles, canonical links and structured
 * data, and with a sitemap by a template.
 */
export const generator: SeedGenerator = {
  name: 'jekyll',
  async build({ home, pages }, { folder, origin }) {
    const version = await versionOf('jekyll', ['--version'], 'jekyll jekyll-theme-minima')
    await versionOf('gem', ['contents', 'minima', '--show-install-dir'], 'jekyll-theme-minima')
    const files = [home, ...pages].map((page, index): [string, string] => [
      page.slug === '' ? 'index.md' : `posts/${page.slug}.md`,
      sourceFile(
        { ...page, title: titleForTheme(page) },
        { layout: 'default', permalink: pathOf(page), last_modified_at: dayNumber(index) },
      ),
    ])
    await writeFiles(folder, {
      '_config.yml': config(origin),
      'sitemap.xml': sitemap,
      ...Object.fromEntries(files),
    })
    const output = join(folder, '_site')
    await runGenerator('jekyll', ['build', '--quiet', '--source', folder, '--destination', output], folder)
    await addPageHeads(output, [home, ...pages])
    return { version, folder: output, sitemap: '/sitemap.xml', datesByBuild: false }
  },
}
