/** The text for use inside a LIKE pattern, where %, _ and \ then mean themselves. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
