import { parseArgs } from 'node:util'
import { projectName } from '@pagebell/urls/project-name'

export type SourceOptions = {
  kind: string
  /** The host as it was written, in lower case, with or without `www.`. */
  project: string
  secrets: string[]
  rulesFile: string | undefined
  now: Date | undefined
  file: string
}
export type ParsedOptions = 'help' | SourceOptions | { error: string }

export const usageFor = (
  kinds: readonly string[],
): string => `Shows what Pagebell makes of the requests of a sender, without any server.

  npm run --silent source -- --kind KIND --project HOST [--secret S] [--rules FILE] [--now TIME] FILE.jsonl

  --kind     ${wrap(kinds)}
  --project  the host of the site, such as example.com
  --secret   verify signatures by it; repeat it during a rotation. Without it nothing is verified
  --rules    a JSON file with a list of rules, in place of those of the kind
  --now      the time for signatures with a timestamp, such as 2026-11-25T12:00:00Z; now if absent

A line of FILE.jsonl is a request: {"headers": {…}, "body": …}. The headers are an object or a list of pairs, the body
is the document or its text. "raw" is the exact text where the signature depends on it; "method" and "path" (or "url")
are those of the request.
For each line one is printed: {"verdict": …, "event": …, "urls": […], "missing": […], "reason": …}.

Exit codes:
  0  each line has its result
  2  a command line or a file that cannot be read
`

const wrap = (kinds: readonly string[]): string => {
  const lines = ['']
  for (const kind of kinds) {
    const line = `${lines.at(-1)}${lines.at(-1) === '' ? '' : ', '}${kind}`
    if (line.length <= 100) lines[lines.length - 1] = line
    else lines.push(kind)
  }
  return lines.join(',\n             ')
}

/** RFC 3339, in which the offset is part of a time. */
const rfc3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/

export function readSourceOptions(args: string[], kinds: readonly string[]): ParsedOptions {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (code.startsWith('ERR_PARSE_ARGS')) return { error: message }
    throw error
  }
  const { values, positionals } = parsed
  if (values.help) return 'help'
  const { kind, project, secret = [], rules, now } = values
  const [file, ...more] = positionals
  if (kind === undefined || !kinds.includes(kind)) return { error: `--kind has to be one of ${kinds.join(', ')}` }
  if (project === undefined || projectName(project) === undefined) return { error: '--project has to be a host name' }
  if (secret.includes('')) return { error: '--secret has to be a text' }
  if (now !== undefined && (!rfc3339.test(now) || Number.isNaN(Date.parse(now)))) {
    return { error: '--now has to be a time such as 2026-11-25T12:00:00Z' }
  }
  if (file === undefined || more.length > 0) return { error: 'name one file' }
  const time = now === undefined ? undefined : new Date(now)
  return { kind, project: project.toLowerCase().replace(/\.$/, ''), secrets: secret, rulesFile: rules, now: time, file }
}

function parse(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      kind: { type: 'string' },
      project: { type: 'string' },
      secret: { type: 'string', multiple: true },
      rules: { type: 'string' },
      now: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
}
