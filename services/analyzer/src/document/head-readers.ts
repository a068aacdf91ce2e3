import { attribute, lowerCase, tokens } from '@pagebell/html/attributes'
import type { Reader } from './reading.ts'
import { readLinkedFile } from './sub-resource-readers.ts'

export const readRoot: Reader = (element, { facts }) => {
  facts.lang ??= attribute(element, 'lang')
  return undefined
}

export const readBase: Reader = (element, { facts }) => {
  facts.base ??= attribute(element, 'href')
  return undefined
}

export const readTitle: Reader = (element, { facts, keep, tagOf, collectText }) => {
  return collectText((text) => {
    keep(facts.titles, () => text)
    keep(facts.titleTags, () => tagOf(element))
  })
}

export const readMeta: Reader = (element, { facts, keep, tagOf, inHead }) => {
  keep(facts.metas, () => ({
    ...tagOf(element),
    name: lowerCase(attribute(element, 'name')),
    property: lowerCase(attribute(element, 'property')),
    httpEquiv: lowerCase(attribute(element, 'http-equiv')),
    content: (attribute(element, 'content') ?? '').trim(),
    charset: attribute(element, 'charset'),
    inHead,
  }))
  return undefined
}

export const readLink: Reader = (element, reading) => {
  const { facts, keep, tagOf, inHead } = reading
  const link = keep(facts.links, () => ({
    ...tagOf(element),
    rel: tokens(attribute(element, 'rel')),
    href: attribute(element, 'href'),
    hreflang: attribute(element, 'hreflang'),
    type: lowerCase(attribute(element, 'type')),
    inHead,
  }))
  if (link !== undefined) readLinkedFile(link, attribute(element, 'as'), reading)
  return undefined
}
