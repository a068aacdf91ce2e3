import { type HtmlDocument, type HtmlElement, type HtmlNode, isText } from './parse-html.ts'

/** What `enter` may answer: nothing, or what to do once the element's content has been walked. */
export type Leave = (() => void) | undefined

type Frame = { nodes: readonly HtmlNode[]; next: number; leave: Leave }

/** Depth-first and without recursion, so that no page can overflow the stack; false if it left out what was deeper. */
export function walkElements(
  document: HtmlDocument,
  deepest: number,
  visit: { enter(element: HtmlElement): Leave; text(value: string, beyond: number): void },
): boolean {
  const stack: Frame[] = [{ nodes: document.childNodes, next: 0, leave: undefined }]
  let complete = true
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const node = frame.nodes[frame.next]
    frame.next += 1
    if (node === undefined) {
      stack.pop()
      frame.leave?.()
    } else if (isText(node)) {
      visit.text(node.value, node.beyond ?? 0)
    } else if ('tagName' in node) {
      const leave = visit.enter(node as HtmlElement)
      if (node.childNodes.length === 0) leave?.()
      else if (stack.length < deepest) stack.push({ nodes: node.childNodes, next: 0, leave })
      else {
        complete = false
        leave?.()
      }
    }
  }
  return complete
}
