import { hrefResolver, withoutFragment } from '@pagebell/html/resolve-href'
import type { Anchor } from '../document/document-facts.ts'
import { defineCheck, fail, notApplicable, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'broken_links',
  title: 'Broken links',
  titles: {
    pass: 'Links lead to pages that answer',
    warn: 'Some links gave no clear answer',
    fail: 'Links are broken',
  },
  category: 'seo',
  weight: 4,
  why: 'Readers and crawlers that meet dead ends turn back.',
  fix: 'Correct or remove the links named here.',
  criteria: {
    pass: 'none of a sample of up to 20 is broken',
    warn: 'only 403, 429 or no answer in time',
    fail: '404, 410, a server error or an unknown host',
    notApplicable: 'no link was tried',
  },
  needs: ['url', 'base', 'anchors', 'linkSample'],

  check({ url, base, anchors, linkSample }) {
    if (linkSample === null || linkSample.length === 0) return notApplicable('No link was tried.')
    const shown = (answers: typeof linkSample) => {
      const places = firstPlaces({ url, base, anchors }, new Set(answers.map((link) => link.url)))
      return answers.map((link) => ({
        url: link.url,
        answer: link.status ?? link.failure ?? 'none',
        ...places.get(link.url),
      }))
    }
    const broken = linkSample.filter(({ status, failure }) => {
      return (
        failure === 'dns' || status === 404 || status === 410 || (status !== null && status >= 500 && status <= 599)
      )
    })
    if (broken.length > 0)
      return fail(
        `${broken.length} of the ${linkSample.length} links that were tried are broken.`,
        shown(broken),
        broken.length,
      )
    const unsure = linkSample.filter(
      ({ status, failure }) => failure !== null || status === 403 || status === 429 || (status ?? 0) > 599,
    )
    return unsure.length === 0
      ? pass(linkSample.length)
      : warn('Some links gave no clear answer.', shown(unsure), unsure.length)
  },
})

type Linking = { url: URL; base: string | null; anchors: readonly Anchor[] }

/** The place of the first link to each of the addresses. */
function firstPlaces({ url, base, anchors }: Linking, wanted: ReadonlySet<string>) {
  const resolve = hrefResolver({ url, base })
  const places = new Map<string, { line: number; column: number }>()
  for (const { href, line, column } of anchors) {
    if (places.size === wanted.size) break
    const target = href === null ? null : resolve(href)
    const address = target === null ? '' : withoutFragment(target)
    if (wanted.has(address) && !places.has(address)) places.set(address, { line, column })
  }
  return places
}
