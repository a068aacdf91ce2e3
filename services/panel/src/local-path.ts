/** The path of a `next` field, and / for whatever would lead away from here. */
export function localPath(next: string | undefined): string {
  if (next === undefined || !/^\/(?![/\\])/.test(next)) return '/'
  const url = URL.parse(next, 'http://here.invalid')
  return url?.origin === 'http://here.invalid' ? url.pathname + url.search : '/'
}
