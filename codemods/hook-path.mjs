// The gateway declares how the paths of its wildcard route for webhooks are recorded; libs/http forgets them.
// For the gateway's rooms of branch house-gateway (proxy/).     node hook-path.mjs <root>
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = process.argv[2] ?? '.'
const edit = (file, ...changes) => {
  const path = join(root, file)
  let text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  for (const [from, to] of changes) {
    if (text.includes(to)) continue
    if (!text.includes(from)) console.log('BY HAND', file, from)
    text = text.replace(from, () => to)
  }
  if (text !== '') writeFileSync(path, text)
}

edit(
  'services/gateway/src/proxy/upstream-proxy.ts',
  ["  addHeaders?: (request", "  /** What logs and spans name instead of the wildcard. */\n  recordedPath?: (url: string) => string | undefined\n  addHeaders?: (request"],
  ['    rewritePrefix: upstream.prefix,\n', '    rewritePrefix: upstream.prefix,\n    ...(upstream.recordedPath && { config: { recordedPath: upstream.recordedPath } }),\n'],
)
edit(
  'services/gateway/src/proxy/hooks-proxy.ts',
  ['headersTimeoutMs: 15_000, onUnavailable })', 'headersTimeoutMs: 15_000, recordedPath, onUnavailable })'],
  [
    '/** `outcome` says whether',
    `/** The two forms of a webhook, told apart by what surrounds the token. Any other path may be a token with a typo. */
function recordedPath(url: string): string | undefined {
  if (/^\\/api\\/hooks\\/submit(?:\\?|$)/.test(url)) return '/api/hooks/submit'
  return /^\\/api\\/hooks\\/[^/?]+\\/submit(?:\\?|$)/.test(url) ? '/api/hooks/***/submit' : undefined
}

/** \`outcome\` says whether`,
  ],
)
const route = join(root, 'libs/http/src/recorded-route.ts')
writeFileSync(
  route,
  readFileSync(route, 'utf8')
    .replace("import { deprecatedHookPath } from './deprecated-hook-path.ts'\n", '')
    .replace(/  const route = recordedRoute\(request\)\n[\s\S]*?\n\}/, '  return request.routeOptions.config.recordedPath?.(request.url) ?? recordedRoute(request)\n}'),
)
rmSync(join(root, 'libs/http/src/deprecated-hook-path.ts'), { force: true })
