// Deprecated: delete this file and its use in recorded-route.ts when /work/h/codemods/hook-path.mjs has made the gateway
// declare it.
export function deprecatedHookPath(route: string): ((url: string) => string | undefined) | undefined {
  if (route !== '/api/hooks/*') return undefined
  return (url) => {
    if (/^\/api\/hooks\/submit(?:\?|$)/.test(url)) return '/api/hooks/submit'
    return /^\/api\/hooks\/[^/?]+\/submit(?:\?|$)/.test(url) ? '/api/hooks/***/submit' : undefined
  }
}
