import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type components, createClient } from '@pagebell/sdk'
import { exitCode, UsageError } from '../exit.ts'
import { need, readSettings } from '../settings.ts'
import type { Command, Context } from './command.ts'

type Delivery = components['schemas']['Delivery']
type Status = Delivery['status']

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

const pollMs = 2_000
/** How long after it was submitted a delivery may appear in the list. */
const lateMs = 5 * 60_000

export const deliveries: Command = {
  summary: 'show the status of submitted URLs',
  help,
  async run(context) {
    const { values } = parseArgs({ args: context.args, options })
    const settings = await readSettings(context.env)
    const client = createClient({ url: need(settings, 'url'), apiKey: need(settings, 'api_key') })
    const limit = Number(values.limit)
    if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit is a number of deliveries, at least 1.')
    const filter = values.project === undefined ? {} : { project: values.project }
    const list = (more: { status?: Status; from?: string }) =>
      client.each('/api/v1/deliveries', { query: { ...filter, ...more, per_page: 100 }, signal: context.signal })
    // The API knows the statuses, and refuses another one.
    const ofStatus = list(values.status === undefined ? {} : { status: values.status as Status })

    if (values.follow) {
      await ofStatus.next()
      return follow(context, list, values.status)
    }
    let shown = 0
    for await (const delivery of ofStatus) {
      context.terminal.out(lineOf(delivery))
      if (++shown === limit) break
    }
    return exitCode.done
  },
}

/** Prints each delivery once, when its status is final and, if one is named, is that one. */
async function follow(
  { terminal, signal }: Context,
  list: (more: { from: string }) => AsyncGenerator<Delivery>,
  status: string | undefined,
): Promise<number> {
  let from = Date.now()
  terminal.note(`Following what is submitted from ${new Date(from).toISOString()} on.`)
  /** When each was submitted, by its id. */
  const printed = new Map<string, number>()
  let count = 0
  for (;;) {
    let next = Date.now() - lateMs
    const ended: Delivery[] = []
    // Of all statuses, since the next pass begins with the oldest that may still end: one on hold has no time for it.
    for await (const delivery of list({ from: new Date(from).toISOString() })) {
      const isFinal = delivery.next_at === null
      if (isFinal && (status === undefined || delivery.status === status)) {
        if (!printed.has(delivery.id)) ended.push(delivery)
      } else if (!isFinal || delivery.status === 'held') next = Math.min(next, Date.parse(delivery.submitted_at))
    }
    for (const delivery of ended.reverse()) {
      printed.set(delivery.id, Date.parse(delivery.submitted_at))
      terminal.out(lineOf(delivery))
    }
    count += ended.length
    terminal.progress(`${count} final`)
    from = Math.max(from, next)
    for (const [id, submittedAt] of printed) if (submittedAt < from) printed.delete(id)
    await sleep(pollMs, undefined, { signal })
  }
}

const lineOf = ({ status, channel, url, reason }: Delivery): string =>
  [status, channel, url, ...(reason === null ? [] : [reason])].join('\t')
