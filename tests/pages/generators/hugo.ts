import { join } from 'node:path'
import { coverImage, type Generator, styleSheet, themePage, withFrontMatter, writeSite } from './generator.ts'

/** Hugo with a small theme, whose style sheet and image have the hash of their content in their names. */
export const hugo: Generator = {
  versions: [{ name: '0.111.3', packages: [] }],
  write(site, pages, build) {
    const layout = themePage(
      {
        title: '{{ .Title }}',
        description: '{{ .Description }}',
        style: '{{ (resources.Get "main.css" | minify | fingerprint).RelPermalink }}',
        cover: '{{ (resources.Get "cover.png" | fingerprint).RelPermalink }}',
        nav: '{{ range first 50 site.RegularPages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}',
        content: '{{ .Content }}',
      },
      build,
    )
    writeSite(site, {
      'config.toml': `baseURL = "https://example.com/"\ntitle = "Example"\ndisableKinds = ["taxonomy", "term", "RSS"]\n[markup.goldmark.renderer]\nunsafe = true\n`,
      'layouts/_default/single.html': layout,
      'layouts/_default/list.html': layout,
      'assets/main.css': styleSheet(build),
      'assets/cover.png': coverImage(build),
      ...Object.fromEntries(
        [...pages].map(([name, page]) => {
          // Shortcodes of the site's own theme are shown as text.
          const body = page.body.replace(/\{\{(?=[<%])/g, '{ {')
          return [`content/${name}.md`, withFrontMatter({ ...page, body })]
        }),
      ),
    })
    return { command: ['hugo', '--source', site, '--quiet'], output: join(site, 'public') }
  },
}
