import { counted, type Fields, idOf, itemsOf, numberOf, panelLink, textOf, urlOf } from './event-fields.ts'
import type { EventText, TextLine } from './format.ts'

const maxAlerts = 20

/** The alerts of a day of a project: those that are new, then those that have ended. */
export function digestText(data: Fields, publicUrl: string): EventText {
  const project = textOf(data['project'])
  const [opened, resolved] = [itemsOf(data['opened']), itemsOf(data['resolved'])]
  const counts = [
    ...(opened.length > 0 ? [`${opened.length} new`] : []),
    ...(resolved.length > 0 ? [`${resolved.length} resolved`] : []),
  ]
  const shownResolved = resolved.slice(0, Math.max(maxAlerts - opened.length, 0))
  const left = opened.length + resolved.length - Math.min(opened.length, maxAlerts) - shownResolved.length
  const more = numberOf(data['more']) + left
  return {
    title: `${project}: ${counts.length === 0 ? 'no alerts' : `alerts: ${counts.join(', ')}`}`,
    lines: [
      ...opened.slice(0, maxAlerts).flatMap((alert) => alertLines(alert, 'New')),
      ...shownResolved.flatMap((alert) => alertLines(alert, 'Resolved')),
      ...(more > 0 ? [{ text: `And ${counted(more, 'alert')} more.` }] : []),
    ],
    link: digestLink(opened[0] ?? resolved[0] ?? {}, project, publicUrl),
    severity: opened.length > 0 ? 'bad' : 'good',
  }
}

function alertLines(alert: Fields, state: string): TextLine[] {
  const detail = textOf(alert['detail'])
  const url = urlOf(alert['url'])
  const line = `${state}: ${textOf(alert['title'])}${detail === '' ? '' : `. ${detail}`}`
  return [{ text: line, ...(url !== undefined && { url }) }]
}

/** A report of a page has a page for everybody; all else is in the panel. */
function digestLink(alert: Fields, project: string, publicUrl: string): { url: string; label: string } {
  const report = idOf(alert['report'])
  if (report === undefined) return panelLink(publicUrl, project)
  return { url: `${publicUrl}/r/${report}`, label: 'Open the report' }
}
