/**
 * JSON that jsonb accepts. Text quoted from web pages may contain what PostgreSQL rejects: NUL and unpaired surrogates,
 * which become U+FFFD.
 */
export function storableJson(value: unknown): string {
  // JSON.stringify escapes exactly these; an escaped backslash is matched too, so that the text "\u0000" stays.
  return JSON.stringify(value).replace(/\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g, (found) =>
    found === '\\\\' ? found : '\ufffd',
  )
}

/** Text that a text column accepts, with the same replacements. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
