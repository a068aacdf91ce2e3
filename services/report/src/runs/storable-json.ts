/**
 * JSON that jsonb accepts. Evidence is quoted from analyzed pages and may contain what PostgreSQL rejects: NUL and
 * unpaired surrogates, which become U+FFFD.
 */
export function storableJson(value: unknown): string {
  // JSON.stringify escapes exactly these; an escaped backslash is matched too, so that the text "\u0000" stays.
  return JSON.stringify(value).replace(/\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g, (found) =>
    found === '\\\\' ? found : '\ufffd',
  )
}

/** The same for a text column. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
