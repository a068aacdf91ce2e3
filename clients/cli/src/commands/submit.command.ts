import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createWebhook } from '@pagebell/sdk'
import { exitCode, UsageError } from '../exit.ts'
import { linesOf } from '../lines-of.ts'
import { need, readSettings } from '../settings.ts'
import { readSitemap } from '../sitemaps/read-sitemap.ts'
import type { Command, Context } from './command.ts'

const help = `pagebell submit [URL…] [options]

Submits URLs that changed to the webhook of a project (PAGEBELL_WEBHOOK_TOKEN). Prints one line for each URL:
verdict, URL, reason. Ends with 1 if a URL was not accepted and is no duplicate, or if there is none to submit.

  --stdin                 reads more URLs from standard input, one a line
  --sitemap URL           reads more URLs from a sitemap or an index of sitemaps; may be repeated. After --wait-for
  --changed               checks the pages first, and sends only what changed and an engine can use; what is skipped is
                          not charged. Without it: the setting of the project
  --action update|delete  update: new or changed, the default; delete: gone
  --channel NAME          indexnow, google or bing; default: the channels of the project
  --wait-for URL=TEXT     waits until the page at URL contains TEXT (without =): until the new build is live
  --wait-seconds N        how long; 600. Then nothing is submitted, and it ends with 1
  --over-quota wait       lets URLs wait if the quota is used up; without it nothing is submitted then
  --dry-run               judges the URLs, and submits and charges nothing`

const options = {
  stdin: { type: 'boolean' },
  sitemap: { type: 'string', multiple: true, default: [] as string[] },
  changed: { type: 'boolean' },
  action: { type: 'string', default: 'update' },
  channel: { type: 'string' },
  'wait-for': { type: 'string' },
  'wait-seconds': { type: 'string', default: '600' },
  'over-quota': { type: 'string', default: 'refuse' },
  'dry-run': { type: 'boolean' },
} as const

/** URLs of one request. */
const maxUrls = 10_000
const pollMs = 5_000

export const submit: Command = {
  summary: 'submit URLs that changed',
  help,
  async run(context) {
    const { values, positionals } = parseArgs({ args: context.args, options, allowPositionals: true })
    const settings = await readSettings(context.env)
    const webhook = createWebhook({ url: need(settings, 'url'), token: need(settings, 'webhook_token') })
    const request = {
      action: oneOf('--action', values.action, ['update', 'delete']),
      over_quota: oneOf('--over-quota', values['over-quota'], ['refuse', 'wait']),
      ...(values.changed && { preflight: true }),
      ...(values.channel !== undefined && {
        channel: oneOf('--channel', values.channel, ['indexnow', 'google', 'bing']),
      }),
    }
    const waitSeconds = Number(values['wait-seconds'])
    if (!(waitSeconds >= 0)) throw new UsageError('--wait-seconds is a number of seconds.')
    const named = [...positionals, ...(values.stdin ? linesOf(await context.readInput()) : [])]
    if (named.length === 0 && values.sitemap.length === 0)
      throw new UsageError('Name URLs, pipe them in with --stdin, or name a --sitemap.')

    if (values['wait-for'] !== undefined && !(await isLive(context, values['wait-for'], waitSeconds))) {
      context.terminal.note(`Not live after ${waitSeconds} s: nothing was submitted.`)
      return exitCode.refused
    }
    const urls = [...named, ...(await urlsOf(values.sitemap, context))]
    if (urls.length === 0) {
      context.terminal.note('No URL was found: nothing was submitted.')
      return exitCode.refused
    }
    let isComplete = true
    for (let start = 0; start < urls.length; start += maxUrls) {
      const portion = urls.slice(start, start + maxUrls)
      context.terminal.progress(`Submitting ${start + portion.length} of ${urls.length} URLs`)
      const more = { dryRun: values['dry-run'] ?? false, signal: context.signal }
      const { results, batch_id } = await webhook.submit({ ...request, urls: portion }, more)
      for (const { verdict, url, reason } of results) {
        context.terminal.out([verdict, url, ...(reason === undefined ? [] : [reason])].join('\t'))
        isComplete &&= verdict !== 'invalid' && verdict !== 'foreign'
      }
      if (batch_id !== null) context.terminal.note(`Batch ${batch_id}`)
    }
    return isComplete ? exitCode.done : exitCode.refused
  },
}

async function urlsOf(sitemaps: readonly string[], { terminal, signal }: Context): Promise<string[]> {
  const urls: string[] = []
  for (const address of sitemaps) {
    terminal.progress(`Reading ${address}`)
    urls.push(...(await readSitemap(address, signal)))
  }
  return urls
}

function oneOf<const Value extends string>(option: string, value: string, allowed: readonly Value[]): Value {
  const found = allowed.find((one) => one === value)
  if (found === undefined) throw new UsageError(`${option} is ${allowed.join(' or ')}.`)
  return found
}

/** Polls the page. What is not reached, or breaks off, counts as not live yet: a deployment may be under way. */
async function isLive({ terminal, signal }: Context, condition: string, seconds: number): Promise<boolean> {
  // The address may have a query, so that the last = separates them.
  const end = condition.lastIndexOf('=')
  const [url, text] = [condition.slice(0, Math.max(0, end)), condition.slice(end + 1)]
  if (!URL.canParse(url) || !/^https?:/.test(url) || text === '')
    throw new UsageError('--wait-for is URL=TEXT, such as https://example.com/version.txt=3f2a91; TEXT has no =.')
  const until = performance.now() + seconds * 1_000
  for (;;) {
    terminal.progress(`Waiting until ${url} contains ${text}`)
    const body = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]) })
      .then((response) => response.text())
      .catch(() => '')
    if (body.includes(text)) return true
    signal.throwIfAborted()
    const left = until - performance.now()
    if (left <= 0) return false
    await sleep(Math.min(pollMs, left), undefined, { signal })
  }
}
