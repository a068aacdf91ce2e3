import { join } from 'node:path'
import { coverImage, type Generator, styleSheet, themePage, withFrontMatter, writeSite } from './generator.ts'

/** Jekyll with a small theme, whose style sheet has the build in its name, and whose image has it in its query. */
export const jekyll: Generator = {
  versions: [{ name: '4.3.1', packages: [] }],
  write(site, pages, build) {
    const layout = themePage(
      {
        title: '{{ page.title | escape }}',
        description: '{{ page.description | escape }}',
        style: `/main.${build.id}.css`,
        cover: `/cover.png?v=${build.id}`,
        nav: '{% for page in site.pages limit: 50 %}<a href="{{ page.url }}">{{ page.title | escape }}</a>{% endfor %}',
        content: '{{ content }}',
      },
      build,
    )
    writeSite(site, {
      '_config.yml':
        'url: https://example.com\nmarkdown: kramdown\nkramdown:\n  input: GFM\nstrict_front_matter: true\n',
      '_layouts/page.html': layout,
      [`main.${build.id}.css`]: styleSheet(build),
      'cover.png': coverImage(build),
      ...Object.fromEntries(
        [...pages].map(([name, page]) => [
          `${name}.md`,
          withFrontMatter(page, { layout: 'page', permalink: `/${name}/`, render_with_liquid: 'false' }),
        ]),
      ),
    })
    const output = join(site, '_site')
    return { command: ['jekyll', 'build', '--quiet', '--source', site, '--destination', output], output }
  },
}
