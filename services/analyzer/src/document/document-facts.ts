import type { Tag } from '@pagebell/html/source-tags'

export type Meta = Tag & {
  name: string
  property: string
  httpEquiv: string
  content: string
  charset: string | null
  inHead: boolean
}
export type HeadLink = Tag & {
  rel: string[]
  href: string | null
  hreflang: string | null
  type: string
  inHead: boolean
}
export type Anchor = Tag & {
  href: string | null
  /** Has an attribute that has no meaning without href, such as target or download. */
  isMeantAsLink: boolean
  /** Has an accessible name other than text: a label, a title, or an image with a text alternative. */
  hasName: boolean
  rel: string[]
  role: string
  name: string
  id: string
  text: string
  lang: string
}
export type Image = Tag & {
  hasAlt: boolean
  /** Ids of the elements that label it (aria-labelledby). */
  labelledBy: string[]
  decorative: boolean
  /** Its arrival may shift the layout: no data: URL, and neither sized nor positioned absolutely by its own style. */
  flows: boolean
  /** Sized by its attributes or by its own style. */
  hasWidth: boolean
  hasHeight: boolean
  sources: string[]
}
export type Heading = Tag & { level: number; text: string }
export type Form = Tag & { action: string | null; hasPassword: boolean }
export type SubResource = Tag & {
  kind: 'script' | 'style' | 'frame' | 'image' | 'media' | 'font' | 'object'
  url: string
}
/** `cut`: truncated, so that its syntax cannot be checked. */
export type StructuredItem = Tag & { kind: 'json-ld' | 'microdata' | 'rdfa'; text: string; cut: boolean }

/** What one walk over the parsed document found: plain data that a worker thread can send. */
export type DocumentFacts = {
  mode: 'no-quirks' | 'limited-quirks' | 'quirks'
  hasDoctype: boolean
  lang: string | null
  base: string | null
  titles: string[]
  /** The tags of the titles. */
  titleTags: Tag[]
  metas: Meta[]
  links: HeadLink[]
  anchors: Anchor[]
  images: Image[]
  headings: Heading[]
  forms: Form[]
  subResources: SubResource[]
  /** Classic and module scripts, inline and external. */
  scripts: number
  blockingScripts: Tag[]
  /** Elements that are content without text: form, video, audio, canvas and iframe. */
  widgets: number
  structured: StructuredItem[]
  deprecated: Tag[]
  /** Visible text with its original white space, truncated at 500,000 characters. */
  text: string
  textLength: number
  /** Characters of the page, markup included. */
  htmlLength: number
  elements: number
  /** The limits that the page exceeded, so that it was read in part; empty for an ordinary page. */
  ceilings: string[]
  /** The first element beyond the part of the page that Googlebot reads, if the page is that long. */
  beyondGooglebot: string | null
}

/** Nothing that a visitor can see or use: no text, image, form, media or frame. Measures of such a page are meaningless. */
export function isEmpty({ text, images, widgets }: Pick<DocumentFacts, 'text' | 'images' | 'widgets'>): boolean {
  return images.length === 0 && widgets === 0 && text.trim() === ''
}

export function emptyFacts(): DocumentFacts {
  return {
    mode: 'quirks',
    hasDoctype: false,
    lang: null,
    base: null,
    titles: [],
    titleTags: [],
    metas: [],
    links: [],
    anchors: [],
    images: [],
    headings: [],
    forms: [],
    subResources: [],
    scripts: 0,
    blockingScripts: [],
    widgets: 0,
    structured: [],
    deprecated: [],
    text: '',
    textLength: 0,
    htmlLength: 0,
    elements: 0,
    ceilings: [],
    beyondGooglebot: null,
  }
}
