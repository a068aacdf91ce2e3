/** `pattern` is the path in the form in which addresses are compared. */
export type Rule = { allow: boolean; path: string; pattern: string; line: number }
export type Group = { agents: string[]; rules: Rule[] }
export type Fault = { line: number; text: string; reason: string }
export type RobotsFile = { groups: Group[]; sitemaps: string[]; faults: Fault[] }
export type Verdict = { allowed: boolean; rule: Rule | null }

/** RFC 9309 section 2.5: a crawler must read at least 500 KiB, so nothing after that counts. */
export const longestRobots = 512_000
/** More rules than this are read as if they were not there: matching stays quick on a hostile file. */
const mostRules = 10_000
const known = new Set([
  'user-agent',
  'allow',
  'disallow',
  'sitemap',
  'crawl-delay',
  'host',
  'clean-param',
  'request-rate',
  'visit-time',
  'noindex',
  'content-signal',
  'content-usage',
])

/** Reads a robots.txt as RFC 9309 says, and notes the lines that no crawler understands. */
export function parseRobots(body: string): RobotsFile {
  const file: RobotsFile = { groups: [], sitemaps: [], faults: [] }
  let group: Group | undefined
  let gathersAgents = false
  let rules = 0
  const lines = beginning(body)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
  for (const [index, raw] of lines.entries()) {
    const text = (raw.split('#', 1)[0] ?? '').trim()
    if (text === '') continue
    const line = index + 1
    const fault = (reason: string) => file.faults.push({ line, text: raw.trim(), reason })
    const { key, value, hasColon } = readLine(text)
    if (!hasColon) fault('There is no colon after the directive.')
    if (key === 'user-agent') {
      if (value === '') fault('No user-agent is named.')
      if (group === undefined || !gathersAgents) {
        group = { agents: [], rules: [] }
        file.groups.push(group)
      }
      group.agents.push(value.toLowerCase())
      gathersAgents = true
    } else if (key === 'allow' || key === 'disallow') {
      gathersAgents = false
      const wellFormed = value === '' || value.startsWith('/') || value.startsWith('*')
      if (group === undefined) fault('The rule stands before any user-agent.')
      else if (hasColon && !wellFormed) fault('A path starts with "/" or "*".')
      else if (value.slice(0, -1).includes('$')) fault('"$" means the end of the path, and stands there only.')
      if (group !== undefined && value !== '' && rules < mostRules) {
        group.rules.push({ allow: key === 'allow', path: value, pattern: normalise(value), line })
        rules += 1
      }
    } else if (key === 'sitemap') {
      if (isAbsolute(value)) file.sitemaps.push(value)
      else fault('A sitemap is named by an absolute http, https or ftp URL.')
    } else if (hasColon && !known.has(key)) fault(`Unknown directive "${key}".`)
  }
  return file
}

/** Without a line that is cut in two: half a path would forbid more than the whole. */
function beginning(body: string): string {
  // A character has three bytes at most (those beyond are two characters here, of four bytes).
  if (body.length * 3 < longestRobots) return body
  const bytes = Buffer.from(body)
  if (bytes.length < longestRobots) return body
  const text = bytes.subarray(0, longestRobots).toString()
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
}

/** The longest matching rule of the agent's own groups, else of the groups for "*"; a tie allows. */
export function judgeRobots(file: RobotsFile, agent: string, url: string): Verdict {
  const wanted = agent.toLowerCase()
  const own = file.groups.filter(({ agents }) => agents.some((name) => product(name) === wanted))
  const groups = own.length > 0 ? own : file.groups.filter(({ agents }) => agents.some((name) => isStar(name)))
  const path = pathOf(url)
  let best: Rule | null = null
  let bestLength = -1
  for (const rule of groups.flatMap(({ rules }) => rules)) {
    const { pattern } = rule
    if (pattern.length < bestLength || !matches(path, pattern)) continue
    if (pattern.length === bestLength && !rule.allow) continue
    best = rule
    bestLength = pattern.length
  }
  if (path === '/robots.txt') return { allowed: true, rule: null }
  return { allowed: best?.allow ?? true, rule: best }
}

function readLine(text: string): { key: string; value: string; hasColon: boolean } {
  const colon = text.indexOf(':')
  if (colon >= 0) {
    return { key: text.slice(0, colon).trim().toLowerCase(), value: text.slice(colon + 1).trim(), hasColon: true }
  }
  // Crawlers forgive a missing colon where exactly two words stand on the line.
  const words = text.split(/\s+/)
  const [key = '', value = ''] = words
  return { key: words.length === 2 ? key.toLowerCase() : '', value, hasColon: false }
}

/** RFC 9309 section 2.2.1: a product token is letters, "_" and "-"; what follows it is ignored. */
function product(name: string): string {
  return /^[a-z_.-]*/.exec(name)?.[0] ?? ''
}

function isStar(name: string): boolean {
  return name === '*' || /^\*\s/.test(name)
}

/** The path as it stands in the URL: a crawler asks for what is written, so nothing is decoded here. */
function pathOf(url: string): string {
  const rest = url.split('#', 1)[0]?.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '') ?? ''
  return upperCaseEscapes(rest.startsWith('/') ? rest : `/${rest}`)
}

/** Octets outside ASCII in a rule are compared percent-encoded; escapes of ASCII stay as written. */
function normalise(path: string): string {
  return upperCaseEscapes(path.replace(/[^\x21-\x7e]+/gu, (text) => encodeURIComponent(text.toWellFormed())))
}

function upperCaseEscapes(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase())
}

/** "*" is any run of characters and a final "$" the end; greedy from the left, so it never backtracks. */
function matches(path: string, pattern: string): boolean {
  const anchored = pattern.endsWith('$')
  const parts = (anchored ? pattern.slice(0, -1) : pattern).split('*')
  const first = parts.shift() ?? ''
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = anchored ? parts.pop() : undefined
  for (const part of parts) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  if (!anchored) return true
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last)
}

function isAbsolute(value: string): boolean {
  return /^(https?|ftp):\/\//i.test(value) && URL.canParse(value)
}
