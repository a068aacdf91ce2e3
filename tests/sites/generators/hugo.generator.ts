import { join } from 'node:path'
import { dayNumber } from '@pagebell/sandbox/serve-seeded-site'
import { runGenerator, versionOf, writeFiles } from '../../sitemaps/static-site.ts'
import type { SeedGenerator } from '../site-generator.ts'
import { layout, sourceFile } from '../source-files.ts'

const config = (origin: string) => `baseURL = "${origin}/"
title = "Seeds"
disableKinds = ["taxonomy", "term", "section", "RSS"]
`
const template = layout({ title: '{{ .Title }}', head: '{{ .Params.head | safeHTML }}', content: '{{ .Content }}' })

/** Hugo from Debian, with a layout of three expressions. */
export const generator: SeedGenerator = {
  name: 'hugo',
  async build({ home, pages }, { folder, origin }) {
    const version = await versionOf('hugo', ['version'], 'hugo')
    await writeFiles(folder, {
      'config.toml': config(origin),
      'layouts/_default/single.html': template,
      'layouts/index.html': template,
      'content/_index.md': sourceFile(home, { date: dayNumber(1) }),
      ...Object.fromEntries(
        pages.map((page, index) => [`content/posts/${page.slug}.md`, sourceFile(page, { date: dayNumber(index) })]),
      ),
    })
    await runGenerator('hugo', ['--source', folder, '--quiet'], folder)
    return { version, folder: join(folder, 'public'), sitemap: '/sitemap.xml', datesByBuild: false }
  },
}
