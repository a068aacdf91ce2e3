import { type HtmlDocument, type HtmlElement, type HtmlNode, isText } from './parse-html.ts'

/** What `enter` returns: nothing, or what to call once the element's content has been walked. */
export type Leave = (() => void) | undefined

/**
 * Walks depth-first and without recursion, so that no page can overflow the stack. False if deeper elements were
 * skipped.
 */
export function walkElements(
  document: HtmlDocument,
  maxDepth: number,
  visit: { enter(element: HtmlElement): Leave; text(value: string, beyond: number): void },
): boolean {
  // Parallel arrays instead of an object per open element.
  const open: (readonly HtmlNode[])[] = [document.childNodes]
  const next: number[] = [0]
  const leaves: Leave[] = [undefined]
  let complete = true
  for (let top = 0; top >= 0; ) {
    const at = next[top] ?? 0
    const node = open[top]?.[at]
    if (node === undefined) {
      leaves[top]?.()
      top -= 1
      continue
    }
    next[top] = at + 1
    if (isElement(node)) {
      const leave = visit.enter(node)
      if (node.childNodes.length === 0) leave?.()
      else if (top + 1 < maxDepth) {
        top += 1
        open[top] = node.childNodes
        next[top] = 0
        leaves[top] = leave
      } else {
        complete = false
        leave?.()
      }
    } else if (isText(node)) visit.text(node.value, node.beyond ?? 0)
  }
  return complete
}

function isElement(node: HtmlNode): node is HtmlElement {
  return (node as Partial<HtmlElement>).attrs !== undefined
}
