/** `pattern` is the path, normalised for matching. */
export type Rule = { allow: boolean; path: string; pattern: string; line: number }
/** `crawlDelay` in seconds: the first of the group, which not every crawler obeys. */
export type Group = { agents: string[]; rules: Rule[]; crawlDelay?: number }
export type Fault = { line: number; text: string; reason: string }
export type RobotsFile = { groups: Group[]; sitemaps: string[]; faults: Fault[] }
export type Verdict = { allowed: boolean; rule: Rule | null }

/** RFC 9309 section 2.5: crawlers must read at least 500 KiB; the rest is ignored here. */
export const maxRobotsBytes = 512_000
/** Further rules are ignored, so that matching stays fast on a hostile file. */
const maxRules = 10_000
const knownDirectives = new Set([
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

/** The crawlers whose rules decide whether a page can be found; null is any other crawler. */
export const searchBots = [null, 'Googlebot', 'bingbot', 'DuckDuckBot', 'archive.org_bot'] as const
export type SearchBot = (typeof searchBots)[number]

export function botName(bot: SearchBot): string {
  return bot ?? 'any crawler'
}

/** Parses a robots.txt as RFC 9309 defines it, and records the lines that no crawler understands. */
export function parseRobots(body: string): RobotsFile {
  const file: RobotsFile = { groups: [], sitemaps: [], faults: [] }
  let group: Group | undefined
  let isListingAgents = false
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
      if (group === undefined || !isListingAgents) {
        group = { agents: [], rules: [] }
        file.groups.push(group)
      }
      group.agents.push(value.toLowerCase())
      isListingAgents = true
    } else if (key === 'allow' || key === 'disallow') {
      isListingAgents = false
      const wellFormed = value === '' || value.startsWith('/') || value.startsWith('*')
      if (group === undefined) fault('The rule precedes any user-agent.')
      else if (hasColon && !wellFormed) fault('A path starts with "/" or "*".')
      else if (value.slice(0, -1).includes('$')) fault('"$" is allowed only at the end of the path.')
      if (group !== undefined && value !== '' && rules < maxRules) {
        group.rules.push({ allow: key === 'allow', path: value, pattern: normalise(value), line })
        rules += 1
      }
    } else if (key === 'crawl-delay') {
      const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined
      if (group !== undefined && group.crawlDelay === undefined && seconds !== undefined) group.crawlDelay = seconds
    } else if (key === 'sitemap') {
      if (isAbsolute(value)) file.sitemaps.push(value)
      else fault('A sitemap is named by an absolute http, https or ftp URL.')
    } else if (hasColon && !knownDirectives.has(key)) fault(`Unknown directive "${key}".`)
  }
  return file
}

/** Truncated at the end of a line: half a path would block more than the whole one. */
function beginning(body: string): string {
  // A UTF-16 code unit takes three bytes at most in UTF-8.
  if (body.length * 3 < maxRobotsBytes) return body
  const bytes = Buffer.from(body)
  if (bytes.length < maxRobotsBytes) return body
  const text = bytes.subarray(0, maxRobotsBytes).toString()
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
}

/** The longest matching rule of the agent's groups or, without any, of the groups for "*"; on a tie Allow wins. */
export function judgeRobots(file: RobotsFile, agent: string, url: string): Verdict {
  const groups = groupsOf(file, agent)
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

/** The seconds that the agent is asked to wait between two requests; undefined if it is not. */
export function crawlDelayOf(file: RobotsFile, agent: string): number | undefined {
  return groupsOf(file, agent).find(({ crawlDelay }) => crawlDelay !== undefined)?.crawlDelay
}

function groupsOf(file: RobotsFile, agent: string): Group[] {
  const agentName = agent.toLowerCase()
  const ofAgent = file.groups.filter(({ agents }) => agents.some((name) => product(name) === agentName))
  return ofAgent.length > 0 ? ofAgent : file.groups.filter(({ agents }) => agents.some((name) => isStar(name)))
}

function readLine(text: string): { key: string; value: string; hasColon: boolean } {
  const colon = text.indexOf(':')
  if (colon >= 0) {
    return { key: text.slice(0, colon).trim().toLowerCase(), value: text.slice(colon + 1).trim(), hasColon: true }
  }
  // Crawlers tolerate a missing colon if the line has exactly two words.
  const tokens = text.split(/\s+/)
  const [key = '', value = ''] = tokens
  return { key: tokens.length === 2 ? key.toLowerCase() : '', value, hasColon: false }
}

/** RFC 9309 section 2.2.1: a product token consists of letters, "_" and "-"; the rest is ignored. */
function product(name: string): string {
  return /^[a-z_.-]*/.exec(name)?.[0] ?? ''
}

function isStar(name: string): boolean {
  return name === '*' || /^\*\s/.test(name)
}

/** The path as written in the URL: nothing is decoded. */
function pathOf(url: string): string {
  const rest = url.split('#', 1)[0]?.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '') ?? ''
  return upperCaseEscapes(rest.startsWith('/') ? rest : `/${rest}`)
}

/** Octets outside ASCII are compared percent-encoded; escapes of ASCII characters stay as written. */
function normalise(path: string): string {
  return upperCaseEscapes(path.replace(/[^\x21-\x7e]+/gu, (text) => encodeURIComponent(text.toWellFormed())))
}

function upperCaseEscapes(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase())
}

/** "*" matches any characters and a final "$" the end; greedy from the left, so it never backtracks. */
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
