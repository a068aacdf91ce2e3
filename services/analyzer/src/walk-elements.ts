import { type HtmlDocument, type HtmlElement, type HtmlNode, isText } from './parse-html.ts'

/** What `enter` may answer: nothing, or what to do once the element's content has been walked. */
export type Leave = (() => void) | undefined

/** Depth-first and without recursion, so that no page can overflow the stack; false if it left out what was deeper. */
export function walkElements(
  document: HtmlDocument,
  deepest: number,
  visit: { enter(element: HtmlElement): Leave; text(value: string, beyond: number): void },
): boolean {
  // Side by side in place of one object for each element that is open.
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
    if (isText(node)) visit.text(node.value, node.beyond ?? 0)
    else if (isElement(node)) {
      const leave = visit.enter(node)
      if (node.childNodes.length === 0) leave?.()
      else if (top + 1 < deepest) {
        top += 1
        open[top] = node.childNodes
        next[top] = 0
        leaves[top] = leave
      } else {
        complete = false
        leave?.()
      }
    }
  }
  return complete
}

/** The names of other nodes begin with "#", which no tag's does; asked by name, because that is quicker than by shape. */
function isElement(node: HtmlNode): node is HtmlElement {
  return node.nodeName.charCodeAt(0) !== 0x23
}
