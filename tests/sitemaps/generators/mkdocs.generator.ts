import { join } from 'node:path'
import { articles, markdown } from '../articles.ts'
import type { SiteGenerator } from '../generator.ts'
import { filesOf, runGenerator, versionOf, writeFiles } from '../static-site.ts'

/** MkDocs from Debian, which gives all pages the day of the build, and writes its sitemap packed as well. */
export const generator: SiteGenerator = {
  name: 'mkdocs',
  async build({ folder, origin }) {
    const version = await versionOf('mkdocs', ['--version'], 'mkdocs')
    await writeFiles(folder, {
      'mkdocs.yml': `site_name: Example\nsite_url: ${origin}/\nplugins: []\n`,
      'docs/index.md': '# Home\n',
      ...Object.fromEntries(articles.map((article) => [`docs/${article.slug}.md`, markdown(article)])),
    })
    const output = join(folder, 'site')
    await runGenerator('mkdocs', ['build', '--quiet', '--config-file', 'mkdocs.yml', '--site-dir', output], folder)
    const pages = [{ path: '/' }, ...articles.map(({ slug }) => ({ path: `/${slug}/` }))]
    return {
      version,
      fetchFile: filesOf(output),
      listings: [
        { path: '/sitemap.xml', kind: 'sitemap', pages, dates: 'one_day' },
        { path: '/sitemap.xml.gz', kind: 'sitemap', pages, dates: 'one_day' },
      ],
    }
  },
}
