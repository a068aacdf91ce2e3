import { join } from 'node:path'
import { remoteFiles } from '../edits.ts'
import { coverImage, type Generator, styleSheet, withFrontMatter, writeSite } from './generator.ts'

/** Astro with Starlight; each page shows an image that is resized and named by its hash. */
export const astro: Generator = {
  versions: [
    { name: '7.3.5', packages: ['astro@7.3.5', '@astrojs/starlight@0.42.4'] },
    { name: '5.18.2', packages: ['astro@5.18.2', '@astrojs/starlight@0.34.8'] },
  ],
  write(site, pages, build) {
    const config = `import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
export default defineConfig({
  site: 'https://example.com',
  integrations: [starlight({ title: 'Example ${build.id}', customCss: ['./src/main.css'], pagefind: false })],
})
`
    const content = `import { defineCollection } from 'astro:content'
import { docsLoader } from '@astrojs/starlight/loaders'
import { docsSchema } from '@astrojs/starlight/schema'
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }
`
    writeSite(site, {
      // Vite transforms only dependencies that the site declares.
      'package.json': JSON.stringify({ private: true, type: 'module', dependencies: { '@astrojs/starlight': '*' } }),
      'astro.config.mjs': config,
      'src/content.config.ts': content,
      'src/main.css': styleSheet(build),
      'src/cover.png': coverImage(build),
      ...Object.fromEntries(
        [...pages].map(([name, page]) => {
          const body = `${remoteFiles(page.body)}\n\n![Cover](../../cover.png)\n`
          return [`src/content/docs/${name}.md`, withFrontMatter({ ...page, body })]
        }),
      ),
    })
    return {
      command: ['node', join(site, '../node_modules/.bin/astro'), 'build', '--root', site, '--silent'],
      output: join(site, 'dist'),
    }
  },
}
