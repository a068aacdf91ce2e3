import { insecureTest } from '@pagebell/html/resolve-href'
import type { Tag } from '@pagebell/html/source-tags'
import { upgradesRequests } from '../parsers/content-security-policy.ts'
import { defineCheck, fail, notApplicable, pass, tagEvidence, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'mixed_content',
  title: 'Mixed content',
  titles: {
    pass: 'All files are loaded over HTTPS',
    warn: 'Images or media are loaded over HTTP',
    fail: 'Scripts, styles or frames are loaded over HTTP',
  },
  category: 'security',
  weight: 2,
  why: 'A script loaded over HTTP can be changed on the way; browsers block it.',
  fix: 'Ask for every file over https.',
  learn: 'https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content',
  criteria: {
    pass: 'none, or browsers use https instead (upgrade-insecure-requests)',
    warn: 'images, audio or video',
    fail: 'scripts, styles, frames or form actions',
    notApplicable: 'the page itself is http, or loads nothing',
  },
  needs: ['url', 'base', 'subResources', 'images', 'forms', 'headers', 'metas'],

  check({ url, base, subResources, images, forms, headers, metas }) {
    if (url.protocol !== 'https:') return notApplicable('The page itself is served over HTTP.')
    if (subResources.length + images.length + forms.length === 0) return notApplicable('The page loads no file.')
    if (upgradesRequests(headers.get('content-security-policy'), metas)) return pass(0)
    const isInsecure = insecureTest({ url, base })
    const files = subResources.filter((resource) => isInsecure(resource.url))
    const active = files.filter(({ kind }) => kind !== 'image' && kind !== 'media')
    const evidence = [...active, ...forms.filter(({ action }) => action !== null && isInsecure(action))].map(
      tagEvidence,
    )
    if (evidence.length > 0) return fail('Browsers block what this page asks for over HTTP.', evidence, evidence.length)
    const known = new Set(files.map(placeOf))
    const offered = images.filter((image) => image.sources.some(isInsecure) && !known.has(placeOf(image)))
    const passive = [...files, ...offered].map(tagEvidence)
    if (passive.length === 0) return pass(0)
    return warn('Images or media are asked for over HTTP.', passive, passive.length)
  },
})

function placeOf({ line, column }: Tag): string {
  return `${line}:${column}`
}
