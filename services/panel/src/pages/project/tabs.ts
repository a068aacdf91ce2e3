import { type Html, html, type Part } from '@pagebell/html/template'
import type { Frame } from '../../html/frame.ts'
import { page } from '../../parts/layout.ts'
import { tabs } from '../../parts/tab-list.ts'
import { readableHost, shownHost } from '../../parts/url.ts'

const pages = [
  ['', 'Overview'],
  ['/reports', 'Reports'],
  ['/deliveries', 'Deliveries'],
  ['/pages', 'Pages'],
  ['/requests', 'Requests'],
  ['/webhook', 'Webhook'],
  ['/sources', 'Sources'],
  ['/watches', 'Watches'],
  ['/channels', 'Channels'],
  ['/events', 'Events'],
  ['/settings', 'Settings'],
] as const

export type Tab = (typeof pages)[number][1]

/** Reports and deliveries of a project are the lists of all, filtered. */
function addressOf(project: string, path: string): string {
  if (path !== '/reports' && path !== '/deliveries') return `/projects/${project}${path}`
  return `${path}?project=${encodeURIComponent(project)}`
}

/** The pages of a project, as links. */
export function projectTabs(project: string, current: Tab): Html {
  const items = pages.map(
    ([path, name]) => ({ to: addressOf(project, path), name, current: name === current ? 'page' : undefined }) as const,
  )
  return tabs(`Pages of ${readableHost(project)}`, items)
}

type ProjectTab = { project: string; tab: Tab; lead?: Part; actions?: Part; body: Part }

/** One page of a project. */
export const projectPage = (frame: Frame, { project, tab, lead, actions, body }: ProjectTab): Html =>
  page(frame, {
    title: tab === 'Overview' ? readableHost(project) : `${tab} of ${readableHost(project)}`,
    heading: shownHost(project),
    lead,
    actions,
    body: html`${projectTabs(project, tab)}<div class="sections">${body}</div>`,
  })
