/** The path of a `next` field, and / for whatever would lead away from here. */
export function localPath(next: string | undefined): string {
  if (next === undefined || !/^\/(?![/\\])/.test(next)) return '/'
  const url = URL.parse(next, 'http://here.invalid')
  // Without its dot segments, "/..//evil.example" is "//evil.example": another host for the browser.
  const isLocal = url?.origin === 'http://here.invalid' && !url.pathname.startsWith('//')
  return isLocal ? url.pathname + url.search : '/'
}
