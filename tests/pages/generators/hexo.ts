import { hash } from 'node:crypto'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { coverImage, footerOf, type Generator, withFrontMatter, writeSite } from './generator.ts'

const plugins = [
  'hexo-renderer-marked@7.0.1',
  'hexo-renderer-ejs@2.0.0',
  'hexo-renderer-stylus@3.0.1',
  'hexo-generator-index@4.0.0',
  'hexo-generator-archive@2.0.0',
  'hexo-theme-landscape@1.1.0',
]

/** Hexo with the theme Landscape: pages are posts, so that each has neighbours, a date and recent posts beside it. */
export const hexo: Generator = {
  versions: ['8.1.2', '7.3.0'].map((name) => ({ name, packages: [`hexo@${name}`, ...plugins] })),
  write(site, pages, build, version) {
    const config = [
      `title: Example\nauthor: ${JSON.stringify(footerOf(build))}\nlanguage: en`,
      'url: https://example.com\npermalink: ":title/"\ntheme: landscape\nsyntax_highlighter: highlight.js\nfuture: true',
    ]
    const dependencies = Object.fromEntries(
      version.packages.map((text) => [text.slice(0, text.lastIndexOf('@')), text.slice(text.lastIndexOf('@') + 1)]),
    )
    writeSite(site, {
      'package.json': JSON.stringify({ private: true, dependencies, hexo: { version: '' } }),
      '_config.yml': `${config.join('\n')}\n`,
      'source/cover.png': coverImage(build),
      ...Object.fromEntries(
        [...pages].map(([name, page]) => {
          const day = (Number.parseInt(hash('sha256', name).slice(0, 4), 16) % 28) + 1
          const fields = { date: `2024-01-${String(day).padStart(2, '0')} 12:00:00`, disableNunjucks: 'true' }
          return [`source/_posts/${name}.md`, withFrontMatter(page, fields)]
        }),
      ),
    })
    // Hexo finds themes and plug-ins only in the site's own folder.
    symlinkSync('../node_modules', join(site, 'node_modules'))
    return {
      command: ['node', join(site, '../node_modules/.bin/hexo'), 'generate', '--cwd', site, '--silent'],
      output: join(site, 'public'),
    }
  },
}
