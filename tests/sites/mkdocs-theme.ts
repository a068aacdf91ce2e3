import { join } from 'node:path'
import { runGenerator, versionOf, writeFiles } from '../sitemaps/static-site.ts'
import { addPageHeads, titleForTheme } from './page-heads.ts'
import type { SeedGenerator } from './site-generator.ts'
import { sourceFile } from './source-files.ts'

/** Pages in the menu beside the start page; MkDocs would list all pages of a site of thousands. */
const menuSlugs = ['hub-0', 'hub-1']

const config = (origin: string, theme: string) => `site_name: Seeds
site_url: ${origin}/
plugins: []
theme: ${theme}
nav: [${['index', ...menuSlugs.map((slug) => `posts/${slug}`)].map((path) => `${path}.md`).join(', ')}]
`

/**
 * MkDocs from Debian with one of the themes that it brings, which have a menu, links to the next page, and canonical
 * links. Its sitemap has the day of the build for all pages.
 */
export function mkdocsWith(name: string, theme: string): SeedGenerator {
  return {
    name,
    async build({ home, pages }, { folder, origin }) {
      const version = await versionOf('mkdocs', ['--version'], 'mkdocs')
      await writeFiles(folder, {
        'mkdocs.yml': config(origin, theme),
        'docs/index.md': sourceFile({ ...home, title: titleForTheme(home) }),
        ...Object.fromEntries(
          pages.map((page) => [`docs/posts/${page.slug}.md`, sourceFile({ ...page, title: titleForTheme(page) })]),
        ),
      })
      const output = join(folder, 'site')
      await runGenerator('mkdocs', ['build', '--quiet', '--config-file', 'mkdocs.yml', '--site-dir', output], folder)
      await addPageHeads(output, [home, ...pages])
      return { version, folder: output, sitemap: '/sitemap.xml', titleEnd: ' - Seeds', datesByBuild: true }
    },
  }
}
