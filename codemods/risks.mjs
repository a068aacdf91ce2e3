// Marks, in the config of each service, the variables that warnOfRisks checks, gives it the config, and deletes the table of
// names in libs/runtime.     node risks.mjs <root>
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = process.argv[2] ?? '.'
const kinds = {
  INTERNAL_TOKEN: 'shared-secret', SETTINGS_KEY: 'sealing-key', DATABASE_URL: 'database', REDIS_URL: 'server', AMQP_URL: 'server',
  INDEXNOW_ENDPOINT: 'engine', GOOGLE_INDEXING_ENDPOINT: 'engine', BING_ENDPOINT: 'engine', HOST: 'listen-address',
  PUBLIC_URL: 'public-url', HOOKS_URL: 'public-url', TRUST_PROXY: 'edge-proxies', PANEL_TRUST_PROXY: 'proxies',
  FETCH_ALLOW: 'fetch-allowlist', LOG_LEVEL: 'log-level',
}

/** Where the expression that begins at `start` ends: after the bracket that closes its first one. */
function endOf(text, start) {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === "'" || char === '`' || char === '"') {
      for (at++; text[at] !== char; at++) if (text[at] === '\\') at++
    } else if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char) && --depth === 0) return at + 1
  }
  throw new Error('A bracket is not closed.')
}

for (const file of globSync('services/*/src/config.ts', { cwd: root })) {
  const path = join(root, file)
  let text = readFileSync(path, 'utf8')
  for (const [name, kind] of Object.entries(kinds)) {
    const found = new RegExp(`^  ${name}: (?!withRisk)`, 'm').exec(text)
    if (found === null) continue
    const start = found.index + found[0].length
    const end = endOf(text, start)
    text = `${text.slice(0, start)}withRisk('${kind}', ${text.slice(start, end)})${text.slice(end)}`
  }
  if (!text.includes("'@pagebell/runtime/production-risks'")) {
    const line = "import { withRisk } from '@pagebell/runtime/production-risks'\n"
    const next = /import [^\n]* from '@pagebell\/(?:runtime\/read-config|schema\/type)'\n/
    text = text.replace(next, (own) => line + own)
  }
  writeFileSync(path, text)
}
for (const file of globSync('services/*/src/**/main.ts', { cwd: root })) {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  const [, settings, schema] = /const (\w+) = readConfig\((\w+), process\.env\)/.exec(text) ?? []
  if (settings === undefined || !text.includes('warnOfRisks(')) continue
  writeFileSync(path, text.replace(`warnOfRisks(${settings}, process.env, log)`, `warnOfRisks(${schema}, ${settings}, process.env, log)`))
  if (!/warnOfRisks\(config, env, process\.env, log\)/.test(readFileSync(path, 'utf8'))) console.log('LOOK AT', file)
}
const risks = join(root, 'libs/runtime/src/production-risks.ts')
writeFileSync(
  risks,
  readFileSync(risks, 'utf8')
    .replace("import { riskOfVariable } from './deprecated-risks.ts'\n", '')
    .replace(
      /export function warnOfRisks\(config[^\n]*: void\n\/\*\* @deprecated[\s\S]*?riskOfVariable, \.\.\.given\]\n/,
      'export function warnOfRisks(config: TObject, settings: Settings, env: NodeJS.ProcessEnv, log: Log): void {\n',
    ),
)
rmSync(join(root, 'libs/runtime/src/deprecated-risks.ts'), { force: true })
const test = join(root, 'libs/runtime/src/production-risks.test.ts')
writeFileSync(test, readFileSync(test, 'utf8').replace(String.raw`\((config, )?(env|config), process`, String.raw`\(config, env, process`))
