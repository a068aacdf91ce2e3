import { styleText } from 'node:util'

const colours = ['cyan', 'magenta', 'green', 'blue', 'yellow', 'cyanBright', 'magentaBright', 'greenBright'] as const
const given = new Map<string, (typeof colours)[number]>()
/** Said by the prefix, or of no use to a reader at a terminal. */
const left = new Set(['level', 'time', 'msg', 'service', 'pid', 'hostname', 'trace_id'])

/** One line of a process as a person reads it: who, when, what, and the rest as name=value. Other lines stay as they are. */
export function formatLog(process: string, line: string): string {
  const colour = given.get(process) ?? colours[given.size % colours.length] ?? 'cyan'
  given.set(process, colour)
  const prefix = styleText(colour, `${process.padEnd(11)} |`)
  const entry = parse(line)
  if (entry === undefined) return `${prefix} ${line}`

  const level = text(entry['level'])
  const words = [text(entry['time']).slice(11, 19), loud(level), text(entry['msg'])]
  const rest = Object.entries(entry)
    .filter(([name]) => !left.has(name))
    .map(([name, value]) => styleText('dim', `${name}=${short(value)}`))
  return [prefix, ...words.filter((word) => word !== ''), ...rest].join(' ')
}

/** Whether a line only says that a request was answered, without a failure of ours (those are warnings). */
export function isRequestLine(line: string): boolean {
  const entry = parse(line)
  return entry?.['msg'] === 'request' && entry['level'] === 'info'
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    // A line that only looks like JSON is shown as it is.
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
  const words = typeof value === 'string' ? value : JSON.stringify(value)
  return words.length > 160 ? `${words.slice(0, 160)}…` : words
}
