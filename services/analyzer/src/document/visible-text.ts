import { maxValueLength } from '@pagebell/html/attributes'
import { maxTextLength } from '@pagebell/html/parse-html'
import type { Leave } from '@pagebell/html/walk-elements'

/** Elements whose text can be collected at once: ordinary pages do not nest headings and links deeper. */
const maxCollectors = 4

/** The text of a page and of the headings, links and titles in it, collected during the walk. */
export type VisibleText = {
  /** `beyond` are characters that were not kept (`HtmlText`). */
  add(value: string, beyond: number): void
  /** Separates words where a block begins or ends. */
  break(): void
  /** Excludes text until the returned function is called. */
  exclude(): () => void
  /** Calls back with the text inside the element, white space folded, once it has been walked. */
  collect(done: (text: string) => void): Leave
  /** All visible text so far, truncated, and its length without that, in trimmed pieces. */
  result(): { text: string; textLength: number }
}

export function collectVisibleText(): VisibleText {
  const parts: string[] = []
  const collectors: Collector[] = []
  let keptLength = 0
  let textLength = 0
  let exclusions = 0

  return {
    add(value, beyond) {
      for (const collector of collectors) append(collector, value)
      if (exclusions > 0) return
      const { length } = value.trim()
      textLength += length + beyond
      if (length === 0) parts.push(' ')
      else if (keptLength < maxTextLength) {
        keptLength += value.length
        parts.push(value)
      }
    },
    break() {
      if (exclusions === 0) parts.push(' ')
      for (const collector of collectors) append(collector, ' ')
    },
    exclude() {
      exclusions += 1
      return () => {
        exclusions -= 1
      }
    },
    collect(done) {
      // Each text is collected for all open elements: without a limit, nested ones would cost quadratic time.
      if (collectors.length === maxCollectors) return undefined
      const collector: Collector = { parts: [], length: 0 }
      collectors.push(collector)
      return () => {
        collectors.splice(collectors.indexOf(collector), 1)
        done(fold(collector.parts.join('')))
      }
    },
    result: () => ({ text: parts.join('').slice(0, maxTextLength), textLength }),
  }
}

type Collector = { parts: string[]; length: number }

function append(collector: Collector, value: string): void {
  if (collector.length >= maxValueLength) return
  const part = value.slice(0, maxValueLength - collector.length)
  collector.parts.push(part)
  collector.length += part.length
}

function fold(text: string): string {
  return (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim()
}
