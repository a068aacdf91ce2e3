import { InsertionMode, Tokenizer } from 'parse5'

type State = (this: Inside, codePoint: number) => void
/** `runEnd` is how far what is gathered now goes in the input, and `pos` the last place that was read. */
type Inside = {
  preprocessor: { html: string; pos: number }
  runEnd: number
  handler: { insertionMode: InsertionMode }
}

/**
 * Lets the tokenizer take letters that mean nothing to it by the run in place of one by one, which spares most of its
 * time. parse5 gathers them as two places in its input in any case, so that only the end has to be moved; its names for
 * that are its own (8.1), and what it would do with each letter stands in its `_state…` methods.
 */
export function readInRuns(tokenizer: Tokenizer): void {
  Object.assign(tokenizer, states)
}

const space = 0x20
/** From here on a letter may be half a letter. */
const surrogates = 0xd800

const states: Record<string, State> = {
  ...inRuns('_stateData', '<&'),
  ...inRuns('_stateRcdata', '<&'),
  ...inRuns('_stateRawtext', '<'),
  ...inRuns('_stateScriptData', '<'),
  ...inRuns('_stateComment', '<-'),
  ...inRuns('_stateAttributeValueDoubleQuoted', '"&'),
  ...inRuns('_stateAttributeValueSingleQuoted', "'&"),
}

/**
 * White space that follows letters belongs to them within the body and within a script or a style; elsewhere parse5 must
 * see it by itself. A carriage return is always left to parse5, which makes one line end of two.
 */
function inRuns(name: string, signs: string): Record<string, State> {
  const one = (Tokenizer.prototype as unknown as Record<string, State>)[name]
  if (one === undefined) throw new Error(`parse5 has no ${name} any more.`)
  const isLetter = new Uint8Array(surrogates).fill(1, space + 1)
  for (const sign of signs) isLetter[sign.charCodeAt(0)] = 0
  const isText = isLetter.slice()
  for (const white of ' \t\n\f') isText[white.charCodeAt(0)] = 1

  return {
    [name](codePoint) {
      one.call(this, codePoint)
      const { html, pos } = this.preprocessor
      let next = pos + 1
      if (codePoint === space) while (html.charCodeAt(next) === space) next += 1
      else if (isLetter[codePoint] === 1) {
        const mode = this.handler.insertionMode
        const goesOn = mode === InsertionMode.IN_BODY || mode === InsertionMode.TEXT ? isText : isLetter
        while (goesOn[html.charCodeAt(next)] === 1) next += 1
      }
      if (next === pos + 1) return
      this.preprocessor.pos = next - 1
      this.runEnd = next
    },
  }
}
