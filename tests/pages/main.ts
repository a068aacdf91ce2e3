// node tests/pages/main.ts WORKDIR [SITE…]: measures how often the content hash is wrong, on pages that real generators
// build from the histories of public sites. WORKDIR/sources holds clones of the repositories of sites.json, each as
// OWNER+NAME/repo (a work tree or a bare repository); packages, builds and wrong pairs are written beside them. Sites can
// be measured one after the other: results.md beside this file covers those measured so far.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { astro } from './generators/astro.ts'
import { docusaurus } from './generators/docusaurus.ts'
import { eleventy } from './generators/eleventy.ts'
import type { Generator } from './generators/generator.ts'
import { hexo } from './generators/hexo.ts'
import { hugo } from './generators/hugo.ts'
import { jekyll } from './generators/jekyll.ts'
import { mkdocs } from './generators/mkdocs.ts'
import { proveSite, type Site, type SiteResult } from './prove-site.ts'
import { describeResults } from './results.ts'
import sites from './sites.json' with { type: 'json' }

const generators: Record<string, Generator> = { hugo, jekyll, mkdocs, eleventy, hexo, docusaurus, astro }
const [workdir, ...only] = process.argv.slice(2)
if (workdir === undefined) {
  process.stderr.write('Usage: node tests/pages/main.ts WORKDIR [SITE…]\n')
  process.exit(2)
}
const chosen = (sites as Site[]).filter(({ id }) => only.length === 0 || only.includes(id))
for (const site of chosen) {
  const generator = generators[site.generator]
  if (generator === undefined) throw new Error(`There is no generator ${site.generator}.`)
  writeFileSync(resultFile(site.id), `${JSON.stringify(proveSite(workdir, site, generator), null, 2)}\n`)
}
const measured = (sites as Site[]).filter(({ id }) => existsSync(resultFile(id)))
const results = measured.map(({ id }) => JSON.parse(readFileSync(resultFile(id), 'utf8')) as SiteResult)
const { text, isMet } = describeResults(results)
process.stdout.write(text)
writeFileSync(new URL('./results.md', import.meta.url), text)
process.exitCode = isMet ? 0 : 1

function resultFile(id: string): string {
  return `${workdir}/${id}.json`
}
