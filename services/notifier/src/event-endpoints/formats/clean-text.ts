/** Controls, and marks by which a text reverses the order of the letters that follow. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** A text of unknown origin in one line, without what is not seen but changes what is. */
export const oneLine = (text: string): string => text.toWellFormed().replace(unseen, ' ').trim()

/** At most so many UTF-16 units, as JavaScript counts, cut between characters. An ellipsis says that it was cut. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const end = maxLength - 1
  const isBetween = !/[\ud800-\udbff]/.test(text.charAt(end - 1))
  return `${text.slice(0, isBetween ? end : end - 1)}…`
}

/** At most so many bytes of UTF-8. */
export function cutBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  const bytes = Buffer.from(text)
  let end = maxBytes - Buffer.byteLength('…')
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return `${bytes.subarray(0, end).toString('utf8')}…`
}

/** As many whole items as fit, counted with what joins them; the first is cut if it alone does not. */
export function fitting(items: readonly string[], maxLength: number, joint = 1): string[] {
  const taken: string[] = []
  let left = maxLength
  for (const item of items) {
    if (item.length > left && taken.length > 0) break
    taken.push(cutText(item, left))
    left -= item.length + joint
  }
  return taken
}
