import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type components, createClient } from '@pagebell/sdk'
import { exitCode, UsageError } from '../exit.ts'
import { need, readSettings } from '../settings.ts'
import type { Command, Context } from './command.ts'

const help = `pagebell deliveries [options]

Prints the status of submitted URLs, newest first: status, channel, URL, reason.

  --project HOST     of one project
  --status STATUS    pending, checking, delivered, skipped, retrying, held, rejected, dropped or set_aside
  --limit N          how many; 25
  --follow           prints what is submitted from now on when its status is final, oldest first; Ctrl+C ends it`

const options = {
  project: { type: 'string' },
  status: { type: 'string' },
  limit: { type: 'string', default: '25' },
  follow: { type: 'boolean' },
} as const

type Delivery = components['schemas']['Delivery']
type Status = Delivery['status']
const pollMs = 2_000

export const deliveries: Command = {
  summary: 'show the status of submitted URLs',
  help,
  async run(context) {
    const { values } = parseArgs({ args: context.args, options })
    const settings = await readSettings(context.env)
    const client = createClient({ url: need(settings, 'url'), apiKey: need(settings, 'api_key') })
    const limit = Number(values.limit)
    if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit is a number of deliveries, at least 1.')
    const filter = {
      ...(values.project !== undefined && { project: values.project }),
      ...(values.status !== undefined && { status: values.status as Status }),
    }
    const list = (more: { from?: string } = {}) =>
      client.each('/api/v1/deliveries', { query: { ...filter, ...more, per_page: 100 }, signal: context.signal })

    if (values.follow) return follow(context, list)
    let shown = 0
    for await (const delivery of list()) {
      context.terminal.out(lineOf(delivery))
      if (++shown === limit) break
    }
    return exitCode.done
  },
}

/** Prints each delivery once, when its status is final. */
async function follow(
  { terminal, signal }: Context,
  list: (more: { from: string }) => AsyncGenerator<Delivery>,
): Promise<number> {
  const from = new Date().toISOString()
  terminal.note(`Following what is submitted from ${from} on.`)
  const printed = new Set<string>()
  for (;;) {
    const ended: Delivery[] = []
    for await (const delivery of list({ from })) {
      if (delivery.next_at === null && !printed.has(delivery.id)) ended.push(delivery)
    }
    for (const delivery of ended.reverse()) {
      printed.add(delivery.id)
      terminal.out(lineOf(delivery))
    }
    terminal.progress(`${printed.size} final`)
    await sleep(pollMs, undefined, { signal })
  }
}

const lineOf = ({ status, channel, url, reason }: Delivery): string =>
  [status, channel, url, ...(reason === null ? [] : [reason])].join('\t')
