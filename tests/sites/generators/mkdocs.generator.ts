import { join } from 'node:path'
import { runGenerator, versionOf, writeFiles } from '../../sitemaps/static-site.ts'
import type { SeedGenerator } from '../site-generator.ts'
import { layout, sourceFile } from '../source-files.ts'

const config = (origin: string) => `site_name: Seeds
site_url: ${origin}/
plugins: []
theme: {name: null, custom_dir: theme}
`
const template = layout({
  title: '{{ page.meta.title }}',
  head: '{{ page.meta.head }}',
  content: '{{ page.content }}',
})

/** MkDocs from Debian, with a theme of three expressions; its sitemap has the day of the build for all pages. */
export const generator: SeedGenerator = {
  name: 'mkdocs',
  async build({ home, pages }, { folder, origin }) {
    const version = await versionOf('mkdocs', ['--version'], 'mkdocs')
    await writeFiles(folder, {
      'mkdocs.yml': config(origin),
      'theme/main.html': template,
      'docs/index.md': sourceFile(home),
      ...Object.fromEntries(pages.map((page) => [`docs/posts/${page.slug}.md`, sourceFile(page)])),
    })
    const output = join(folder, 'site')
    await runGenerator('mkdocs', ['build', '--quiet', '--config-file', 'mkdocs.yml', '--site-dir', output], folder)
    return { version, folder: output, sitemap: '/sitemap.xml', datesByBuild: true }
  },
}
