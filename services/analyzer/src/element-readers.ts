import type { Reading } from './read-document.ts'
import { readSubResource } from './read-sub-resource.ts'
import type { Leave } from './walk-elements.ts'

type Reader = (reading: Reading, name: string, isHtml: boolean) => Leave

const deprecated = new Set(
  'acronym applet basefont big center dir font frame frameset isindex noframes s strike tt u'.split(' '),
)

const readPlace: Reader = ({ facts, attribute, tag }, name, isHtml) => {
  if (!isHtml) return undefined
  if (name === 'html') facts.lang ??= attribute('lang')
  if (name === 'base') facts.base ??= attribute('href')
  if (deprecated.has(name)) facts.deprecated.push({ excerpt: tag.excerpt })
  if (attribute('itemscope') !== null && attribute('itemtype') !== null) {
    facts.structured.push({ kind: 'microdata', text: attribute('itemtype') ?? '', cut: false })
  }
  if (attribute('typeof') !== null) {
    facts.structured.push({ kind: 'rdfa', text: attribute('typeof') ?? '', cut: false })
  }
  return undefined
}

const readHead: Reader = ({ facts, attribute, tag, inHead, collectText }, name, isHtml) => {
  if (!isHtml) return undefined
  if (name === 'title') return collectText((text) => facts.titles.push(text))
  if (name === 'meta') {
    facts.metas.push({
      excerpt: tag.excerpt,
      name: lower(attribute('name')),
      property: lower(attribute('property')),
      httpEquiv: lower(attribute('http-equiv')),
      content: (attribute('content') ?? '').trim(),
      charset: attribute('charset'),
      inHead,
    })
  }
  if (name === 'link') {
    const { excerpt } = tag
    const href = attribute('href')
    const type = lower(attribute('type'))
    facts.links.push({ excerpt, rel: words(attribute('rel')), href, hreflang: attribute('hreflang'), type, inHead })
  }
  return undefined
}

const readContent: Reader = ({ facts, attribute, tag, lang, collectText }, name, isHtml) => {
  if (!isHtml) return undefined
  if (/^h[1-6]$/.test(name)) {
    const { excerpt } = tag
    return collectText((text) => facts.headings.push({ excerpt, level: Number(name[1]), text }))
  }
  if (name !== 'a') return undefined
  const anchor = {
    excerpt: tag.excerpt,
    href: attribute('href'),
    rel: words(attribute('rel')),
    role: (attribute('role') ?? '').trim(),
    name: (attribute('name') ?? '').trim(),
    id: (attribute('id') ?? '').trim(),
    text: '',
    lang,
  }
  facts.anchors.push(anchor)
  const label = attribute('aria-label')
  return collectText((text) => {
    anchor.text = label ?? text
  })
}

const readForm: Reader = ({ facts, attribute, tag }, name, isHtml) => {
  if (!isHtml) return undefined
  if (name === 'form') facts.forms.push({ excerpt: tag.excerpt, action: attribute('action'), hasPassword: false })
  const form = facts.forms.at(-1)
  if (name === 'input' && lower(attribute('type')) === 'password' && form !== undefined) form.hasPassword = true
  return undefined
}

const readScript: Reader = ({ facts, attribute, tag, inHead, element }, name) => {
  if (name !== 'script') return undefined
  const type = lower(attribute('type'))
  if (type === 'application/ld+json') {
    const [content] = element.childNodes
    const text = content !== undefined && 'value' in content ? content.value : ''
    facts.structured.push({ kind: 'json-ld', text: text.slice(0, 65_536), cut: text.length > 65_536 })
  }
  const runs = type === '' || type === 'text/javascript' || type === 'application/javascript'
  const waits = attribute('async') === null && attribute('defer') === null
  if (inHead && attribute('src') !== null && runs && waits) facts.blockingScripts.push({ excerpt: tag.excerpt })
  return undefined
}

/** Each looks at every element once; together they are the whole walk. */
export const readers: readonly Reader[] = [readPlace, readHead, readContent, readForm, readScript, readSubResource]

function lower(text: string | null): string {
  return (text ?? '').trim().toLowerCase()
}

function words(text: string | null): string[] {
  return lower(text).split(/\s+/).filter(Boolean)
}
