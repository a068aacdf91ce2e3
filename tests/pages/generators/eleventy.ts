import { join } from 'node:path'
import { coverImage, type Generator, styleSheet, themePage, withFrontMatter, writeSite } from './generator.ts'

const config = `export default (eleventy) => {
  eleventy.addPassthroughCopy({ static: '/' })
  eleventy.addGlobalData('layout', 'page.njk')
  return { dir: { input: 'content', includes: '../layouts', output: 'public' }, markdownTemplateEngine: false }
}
`

/** Eleventy with a small theme, in which the style sheet and the image have the build in their names. */
export const eleventy: Generator = {
  versions: ['3.1.8', '3.0.0'].map((name) => ({ name, packages: [`@11ty/eleventy@${name}`] })),
  write(site, pages, build) {
    const layout = themePage(
      {
        title: '{{ title }}',
        description: '{{ description }}',
        style: `/main.${build.id}.css`,
        cover: `/cover.${build.id}.png`,
        nav: '{% for page in collections.all %}<a href="{{ page.url }}">{{ page.data.title }}</a>{% endfor %}',
        content: '{{ content | safe }}',
      },
      build,
    )
    writeSite(site, {
      'package.json': '{"private":true,"type":"module"}\n',
      'eleventy.config.js': config,
      'layouts/page.njk': layout,
      [`static/main.${build.id}.css`]: styleSheet(build),
      [`static/cover.${build.id}.png`]: coverImage(build),
      ...Object.fromEntries(
        [...pages].map(([name, page]) => [`content/${name}.md`, withFrontMatter(page, { permalink: `/${name}/` })]),
      ),
    })
    return {
      command: ['node', join(site, '../node_modules/.bin/eleventy'), '--quiet'],
      output: join(site, 'public'),
    }
  },
}
