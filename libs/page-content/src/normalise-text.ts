/** Soft hyphens, zero-width characters and marks of direction: invisible, and generators add them at will. */
const invisible = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+/g
const mayNeedWork = /[^\x21-\x7e ]| {2}|^ | $/
/** White space that is not a single space already, as most of it is. */
const toCollapse = /[^\S ]\s*| \s+/g
/**
 * What may be invisible, a mark, or not in NFC. Latin letters and general punctuation are neither, but for the soft
 * hyphen, the spaces, and what joins or directs.
 */
const mayBeChanged = /[\u0300-\u200f\u2028-\u202f\u205f-\uffff\u00ad]/
/** UTF-16 code units of combining marks in a row that are kept; Unicode's stream-safe format allows 30 marks. */
const maxMarks = 60

/**
 * Text as it is compared: NFC, white space collapsed to single spaces and trimmed, invisible characters removed. A page
 * cannot make it slow: NFC sorts the marks of a character in quadratic time, so that marks beyond {@link maxMarks} are
 * dropped.
 */
export function normaliseText(text: string): string {
  if (!mayNeedWork.test(text)) return text
  if (!mayBeChanged.test(text)) return text.replace(toCollapse, ' ').trim()
  const visible = text.replace(invisible, '')
  const limited = visible.replace(/\p{M}{31,}/gu, (found) => found.slice(0, maxMarks))
  return limited.normalize('NFC').replace(toCollapse, ' ').trim()
}
