import { imageSource } from './normalise-address.ts'
import { normaliseText } from './normalise-text.ts'

/** Characters of one JSON-LD script that are parsed; a longer one is compared as text. */
const maxJsonLength = 262_144
/** Properties that change without a change of content: when a page was built, and how often it was used. */
const excludedKeys = new Set(['dateModified', 'interactionStatistic'])
const imageAddress = /^https?:\/\/[^\s?#]+\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]|$)/i

type Frame = { text: string } | { value: unknown; key: string }

/**
 * A JSON-LD script as it is compared: keys sorted, without `dateModified` and `interactionStatistic`, `@id` without
 * fragment, texts normalised, images without query and hash. Text that is not JSON is compared as text. Needs no
 * recursion: JSON.parse accepts any depth.
 */
export function canonicalJson(text: string): string {
  if (text.length > maxJsonLength) return normaliseText(text)
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return normaliseText(text)
    throw error
  }
  const output: string[] = []
  const waiting: Frame[] = [{ value: root, key: '' }]
  for (let frame = waiting.pop(); frame !== undefined; frame = waiting.pop()) {
    if ('text' in frame) output.push(frame.text)
    else if (Array.isArray(frame.value)) pushArray(waiting, frame.value, frame.key)
    else if (typeof frame.value === 'object' && frame.value !== null) pushObject(waiting, frame.value)
    else output.push(JSON.stringify(scalar(frame.value, frame.key)))
  }
  return output.join('')
}

function pushArray(waiting: Frame[], items: readonly unknown[], key: string): void {
  waiting.push({ text: ']' })
  for (let index = items.length - 1; index >= 0; index -= 1) {
    waiting.push({ value: items[index], key })
    if (index > 0) waiting.push({ text: ',' })
  }
  waiting.push({ text: '[' })
}

function pushObject(waiting: Frame[], node: object): void {
  const properties = Object.entries(node)
    .filter(([name]) => !excludedKeys.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  waiting.push({ text: '}' })
  for (const [index, [name, value]] of [...properties.entries()].reverse()) {
    waiting.push({ value, key: name })
    waiting.push({ text: `${index > 0 ? ',' : ''}${JSON.stringify(name)}:` })
  }
  waiting.push({ text: '{' })
}

function scalar(value: unknown, key: string): unknown {
  if (typeof value !== 'string') return value
  if (key === '@id') return value.split('#', 1)[0]
  if (value.length <= 2_048 && imageAddress.test(value)) {
    const url = URL.parse(value)
    if (url !== null) return imageSource(url)
  }
  return normaliseText(value)
}
