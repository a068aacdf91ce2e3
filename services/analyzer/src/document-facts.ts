/** `excerpt` is the start tag as it was written, cut short; line and column count from 1. It is what evidence shows. */
export type Tag = { excerpt: string; line: number; column: number }

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
  rel: string[]
  role: string
  name: string
  id: string
  text: string
  lang: string
}
export type Image = Tag & {
  hasAlt: boolean
  decorative: boolean
  width: string | null
  height: string | null
  sources: string[]
}
export type Heading = Tag & { level: number; text: string }
export type Form = Tag & { action: string | null; hasPassword: boolean }
export type SubResource = Tag & {
  kind: 'script' | 'style' | 'frame' | 'image' | 'media' | 'font' | 'object'
  url: string
}
/** `cut`: longer than what is kept of a value, so that its syntax cannot be judged. */
export type StructuredItem = { kind: 'json-ld' | 'microdata' | 'rdfa'; text: string; cut: boolean }

/** What one walk over the parsed document found. Plain data, so that a worker can send it back. */
export type DocumentFacts = {
  mode: 'no-quirks' | 'limited-quirks' | 'quirks'
  hasDoctype: boolean
  lang: string | null
  base: string | null
  titles: string[]
  metas: Meta[]
  links: HeadLink[]
  anchors: Anchor[]
  images: Image[]
  headings: Heading[]
  forms: Form[]
  subResources: SubResource[]
  blockingScripts: Tag[]
  structured: StructuredItem[]
  deprecated: Tag[]
  /** Visible text with the white space it was written with, cut at 500,000 characters. */
  text: string
  textLength: number
  /** Characters of the page as it was read, tags and all. */
  htmlLength: number
  elements: number
  /** What the reader left out because a ceiling was reached; empty for an ordinary page. */
  ceilings: string[]
  /** The first element that begins after Googlebot's limit, if the page is that long. */
  beyondGooglebot: string | null
}
