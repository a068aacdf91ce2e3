import type { HtmlElement } from '@pagebell/html/parse-html'
import type { Tag } from '@pagebell/html/source-tags'
import type { Leave } from '@pagebell/html/walk-elements'
import type { DocumentFacts } from './document-facts.ts'

/** The state of the walk, which the readers of elements use and add facts to. */
export type Reading = {
  facts: DocumentFacts
  inHead: boolean
  lang: string
  /** Inside an element that is hidden from everybody, or from assistive technology. */
  hidden: boolean
  tagOf(element: HtmlElement): Tag
  /** Adds to one of the lists, unless that is full. */
  keep<T>(list: T[], item: () => T): T | undefined
  /** Calls back with the text inside the element once it has been walked. */
  collectText(done: (text: string) => void): Leave
}

/** Reads one element; what it returns is called once the element's content has been walked. */
export type Reader = (element: HtmlElement, reading: Reading) => Leave
