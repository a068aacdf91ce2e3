import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient, type PagebellClient, PagebellError } from '@pagebell/sdk'
import { exitCode, UsageError } from '../exit.ts'
import { formats } from '../formats/format.ts'
import type { Format, Rated } from '../formats/rated.ts'
import { linesOf } from '../lines-of.ts'
import { need, readSettings } from '../settings.ts'
import type { Command, Context } from './command.ts'

const help = `pagebell report [URL…] [options]

Rates pages and prints the results. Ends with 1 if a page could not be rated, or is below the bar.

  --fail-under N      the lowest score that is good enough, 0 to 100
  --stdin             reads more URLs from standard input, one a line
  --format FORMAT     text, json, junit, sarif, md or github (annotations of GitHub Actions); text
  --write FORMAT=FILE writes the same results to a file; may be repeated
  --visibility WHO    public or private: who may open the page of the report; private
  --wait-seconds N    how long to wait for each rating; 300`

const options = {
  'fail-under': { type: 'string', default: '0' },
  format: { type: 'string', default: 'text' },
  write: { type: 'string', multiple: true, default: [] as string[] },
  stdin: { type: 'boolean' },
  visibility: { type: 'string', default: 'private' },
  'wait-seconds': { type: 'string', default: '300' },
} as const

/** Ratings that are waited for at a time. */
const concurrency = 4
const pollMs = 1_000

export const report: Command = {
  summary: 'rate pages',
  help,
  async run(context) {
    const { values, positionals } = parseArgs({ args: context.args, options, allowPositionals: true })
    const settings = await readSettings(context.env)
    const client = createClient({ url: need(settings, 'url'), apiKey: need(settings, 'api_key') })
    const failUnder = Number(values['fail-under'])
    if (!(failUnder >= 0 && failUnder <= 100)) throw new UsageError('--fail-under is a score, 0 to 100.')
    const format = formatOf('--format', values.format)
    const files = values.write.map(readTarget)
    const { visibility } = values
    if (visibility !== 'public' && visibility !== 'private') throw new UsageError('--visibility is public or private.')
    const waitSeconds = Number(values['wait-seconds'])
    if (!(waitSeconds > 0)) throw new UsageError('--wait-seconds is a number of seconds.')
    const urls = [...positionals, ...(values.stdin ? linesOf(await context.readInput()) : [])]
    if (urls.length === 0) throw new UsageError('Name at least one URL.')

    const rated = await rateAll(context, urls, (url, signal) => rate(client, { url, visibility, waitSeconds }, signal))
    const ratings = { pages: rated, failUnder }
    for (const file of files) await writeFile(file.path, `${file.format(ratings)}\n`)
    context.terminal.out(format(ratings))
    return rated.every(({ score }) => score !== null && score >= failUnder) ? exitCode.done : exitCode.refused
  },
}

function formatOf(option: string, name: string): Format {
  if (Object.hasOwn(formats, name)) return formats[name as keyof typeof formats]
  throw new UsageError(`${option} is ${Object.keys(formats).join(', ')}.`)
}

function readTarget(target: string): { format: Format; path: string } {
  const [name = '', ...path] = target.split('=')
  if (path.join('=') === '') throw new UsageError('--write is FORMAT=FILE, such as sarif=pagebell.sarif.')
  return { format: formatOf('--write', name), path: path.join('=') }
}

/** In the order of the URLs. An error ends the ratings in progress too: they would be charged, and shown nowhere. */
async function rateAll(
  { terminal, signal }: Context,
  urls: readonly string[],
  rateOne: (url: string, signal: AbortSignal) => Promise<Rated>,
): Promise<Rated[]> {
  const failed = new AbortController()
  const stop = AbortSignal.any([signal, failed.signal])
  const rated: Rated[] = []
  let next = 0
  let done = 0
  const work = async (): Promise<void> => {
    for (let place = next++; place < urls.length; place = next++) {
      rated[place] = await rateOne(urls[place] ?? '', stop)
      terminal.progress(`Rated ${++done} of ${urls.length}`)
    }
  }
  terminal.progress(`Rating ${urls.length} ${urls.length === 1 ? 'page' : 'pages'}`)
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, urls.length) }, work))
  } catch (error) {
    failed.abort(error)
    throw error
  }
  return rated
}

type Wanted = { url: string; visibility: 'public' | 'private'; waitSeconds: number }

/** A conflict, such as with the plan's number of reports, an address that cannot be used, and too many analyses. */
const refusals = new Set([409, 422, 429])

/** What the API refuses for one page is a page that is not rated; anything else is thrown. */
async function rate(
  client: PagebellClient,
  { url, visibility, waitSeconds }: Wanted,
  signal: AbortSignal,
): Promise<Rated> {
  const until = performance.now() + waitSeconds * 1_000
  try {
    // A report that exists is analyzed again, so that it has a history.
    const made = await client.post('/api/v1/reports', { body: { url, visibility, reuse: true }, signal })
    const { id } = made.data
    for (;;) {
      const { data } = await client.get('/api/v1/reports/{id}', { path: { id }, signal })
      if (data.status === 'done') return { url, score: data.score, report: data }
      if (data.status === 'failed')
        return { url, score: null, report: data, problem: data.error?.message ?? 'It failed.' }
      if (performance.now() >= until)
        return { url, score: null, report: data, problem: `It was not rated within ${waitSeconds} s.` }
      await sleep(pollMs, undefined, { signal })
    }
  } catch (error) {
    if (!(error instanceof PagebellError) || !refusals.has(error.status)) throw error
    const details = Object.values(error.errors).flat()
    return { url, score: null, problem: details.join(' ') || error.message }
  }
}
