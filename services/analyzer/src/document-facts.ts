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
  /** Has an attribute that means nothing without href, such as target or download. */
  isMeantAsLink: boolean
  /** Has an image with an alternative, or another element that names it. */
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
  /** Ids of the elements that name it, until they have been looked for. */
  labelledBy: string[]
  decorative: boolean
  /** The page may jump when it arrives: no data: URL, and neither sized nor placed absolutely by its own style. */
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
/** `cut`: longer than what is kept of a value, so that its syntax cannot be judged. */
export type StructuredItem = { kind: 'json-ld' | 'microdata' | 'rdfa'; text: string; cut: boolean }

/** What one walk over the parsed document found. Plain data, so that a worker can send it back. */
export type DocumentFacts = {
  mode: 'no-quirks' | 'limited-quirks' | 'quirks'
  hasDoctype: boolean
  lang: string | null
  base: string | null
  titles: string[]
  /** Where each of the titles stands. */
  titleTags: Tag[]
  metas: Meta[]
  links: HeadLink[]
  anchors: Anchor[]
  images: Image[]
  headings: Heading[]
  forms: Form[]
  subResources: SubResource[]
  /** Classic and module scripts, in the page and in files of their own. */
  scripts: number
  blockingScripts: Tag[]
  /** Elements that are content without words: form, video, audio, canvas and iframe. */
  widgets: number
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
