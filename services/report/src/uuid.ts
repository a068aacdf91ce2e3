const written = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** As Pagebell writes them: lower case, with hyphens. */
export function isUuid(text: string): boolean {
  return written.test(text)
}
