import { fault } from '@pagebell/faults/fault'
import type { Watch__Output as Watch } from '@pagebell/protos/pages/v1/watches'

type Named = { id: string; settings: Pick<NonNullable<Watch['settings']>, 'url'> | null }

const maxLength = 36

/**
 * The name of a new watch, from its file: "sitemap" for /sitemap.xml, and "sitemap-2" where that is taken. Throws fault
 * invalid on `url` if the file is watched already.
 */
export function watchIdFor(url: string, watches: readonly Named[]): string {
  if (watches.some(({ settings }) => settings?.url === url)) {
    const text = 'It is watched already.'
    throw fault('invalid', text, { errors: { url: [text] } })
  }
  const file =
    URL.parse(url)
      ?.pathname.split('/')
      .findLast((part) => part !== '') ?? ''
  const word = file
    .toLowerCase()
    .replace(/\.(xml|gz|txt|json|rss|atom)\b/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, maxLength)
    .replace(/-+$/, '')
  const name = word === '' ? 'watch' : word
  const taken = new Set(watches.map(({ id }) => id))
  if (!taken.has(name)) return name
  const numbers = Array.from({ length: watches.length + 1 }, (_, index) => `${name}-${index + 2}`)
  return numbers.find((one) => !taken.has(one)) ?? name
}
