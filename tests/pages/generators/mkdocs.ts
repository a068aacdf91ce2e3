import { join } from 'node:path'
import { coverImage, footerOf, type Generator, styleSheet, withFrontMatter, writeSite } from './generator.ts'

/** MkDocs with the theme Material. */
export const mkdocs: Generator = {
  versions: [{ name: '1.4.2', packages: [] }],
  write(site, pages, build) {
    const config = [
      'site_name: Example',
      'site_url: https://example.com/',
      `copyright: ${JSON.stringify(footerOf(build))}`,
      `extra_css: [main.${build.id}.css]`,
      'theme: {name: material, font: false}',
      'markdown_extensions: [toc: {permalink: true}, tables, fenced_code, admonition]',
      'plugins: [search]',
    ]
    writeSite(site, {
      'mkdocs.yml': `${config.join('\n')}\n`,
      [`docs/main.${build.id}.css`]: styleSheet(build),
      'docs/cover.png': coverImage(build),
      ...Object.fromEntries([...pages].map(([name, page]) => [`docs/${name}.md`, withFrontMatter(page)])),
    })
    const output = join(site, 'site')
    return {
      command: ['mkdocs', 'build', '--quiet', '--config-file', join(site, 'mkdocs.yml'), '--site-dir', output],
      output,
    }
  },
}
