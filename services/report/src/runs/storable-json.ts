/**
 * JSON that jsonb takes. Evidence comes from strangers' pages and may hold what PostgreSQL refuses: NUL and halves of
 * surrogate pairs, which become U+FFFD.
 */
export function storableJson(value: unknown): string {
  // JSON.stringify escapes exactly these; an escaped backslash is matched too, so that the text "\u0000" is left alone.
  return JSON.stringify(value).replace(/\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g, (found) =>
    found === '\\\\' ? found : '\ufffd',
  )
}

/** The same for a text column. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
