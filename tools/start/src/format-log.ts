import { styleText } from 'node:util'

const colours = ['cyan', 'magenta', 'green', 'blue', 'yellow', 'cyanBright', 'magentaBright', 'greenBright'] as const
const given = new Map<string, (typeof colours)[number]>()
/** Repeated by the prefix, or of no use at a terminal. */
const left = new Set(['level', 'time', 'msg', 'service', 'pid', 'hostname', 'trace_id'])

/** Formats a JSON log line for a terminal: process, time, message, other fields as name=value. */
export function formatLog(process: string, line: string): string {
  const colour = given.get(process) ?? colours[given.size % colours.length] ?? 'cyan'
  given.set(process, colour)
  const prefix = styleText(colour, `${process.padEnd(11)} |`)
  const entry = parse(line)
  if (entry === undefined) return `${prefix} ${line}`

  const level = text(entry['level'])
  const shown = [text(entry['time']).slice(11, 19), loud(level), text(entry['msg'])]
  const rest = Object.entries(entry)
    .filter(([name]) => !left.has(name))
    .map(([name, value]) => styleText('dim', `${name}=${short(value)}`))
  return [prefix, ...shown.filter((word) => word !== ''), ...rest].join(' ')
}

/** Whether a line only logs a request that succeeded (failures are warnings). */
export function isRequestLine(line: string): boolean {
  const entry = parse(line)
  return entry?.['msg'] === 'request' && entry['level'] === 'info'
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    // Not JSON: shown unchanged.
    return undefined
  }
}

function loud(level: string): string {
  if (level === 'warn') return styleText('yellow', 'warning:')
  if (level === 'error' || level === 'fatal') return styleText('red', `${level}:`)
  return ''
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function short(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'message' in value) return JSON.stringify(value.message)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
