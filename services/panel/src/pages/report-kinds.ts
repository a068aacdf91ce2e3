import { type Html, html } from '@pagebell/html/template'
import { tabs } from '../parts/tab-list.ts'
import { projectTabs } from './project/tabs.ts'

const kinds = [
  ['pages', '/reports', 'Single pages'],
  ['sites', '/site-reports', 'Whole sites'],
] as const

/** The lists of reports: of single pages, and of whole sites; of one project, below its tabs. */
export function reportKinds(current: (typeof kinds)[number][0], project: string | undefined): Html {
  const query = project === undefined ? '' : `?project=${encodeURIComponent(project)}`
  const items = kinds.map(([kind, path, name]) => {
    return { to: path + query, name, current: kind === current ? 'page' : undefined } as const
  })
  return html`${project !== undefined && projectTabs(project, 'Reports')}${tabs('Kinds of reports', items)}`
}
