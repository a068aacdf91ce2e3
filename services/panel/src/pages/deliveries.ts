import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/Delivery'
import type { Frame } from '../frame.ts'
import { type Html, html, type Part } from '../html.ts'
import { deliveryBadge } from '../parts/badge.ts'
import { type Column, table } from '../parts/table.ts'
import { timeTag } from '../parts/time.ts'

const channelNames: Record<string, string> = { indexnow: 'IndexNow', google: 'Google', bing: 'Bing' }

/** A channel as people call it. */
export const channelName = (channel: string): string => channelNames[channel] ?? channel

export const deliveryColumns = ({ now }: Frame): Column<Delivery>[] => [
  {
    name: 'URL',
    kind: 'main',
    cell: ({ id, url, action }) =>
      html`<a class="url" href="/deliveries/${id}">${url}</a>${action === 'delete' && html`<span class="two">removed</span>`}`,
  },
  { name: 'Channel', cell: ({ channel }) => channelName(channel) },
  { name: 'Status', cell: statusOf },
  { name: 'Submitted', cell: ({ submitted_at }) => timeTag(submitted_at, now) },
]

const statusOf = ({ status, reason }: Delivery): Part =>
  html`${deliveryBadge(status)}${reason !== undefined && status !== 'delivered' && html`<span class="two">${reason}</span>`}`

/** Deliveries without the filters around them, as the overview shows them. */
export const deliveryTable = (frame: Frame, deliveries: Delivery[]): Html =>
  table('Newest deliveries', deliveryColumns(frame), deliveries)
