import { counted, type Fields, fieldsOf, idOf, numberOf, panelLink, textOf, urlOf } from './event-fields.ts'
import type { EventText } from './format.ts'

/** A report of a whole site that has ended. */
export function siteReportText(data: Fields, publicUrl: string): EventText {
  const project = textOf(data['project'])
  const id = idOf(data['site_report'])
  const link =
    id === undefined
      ? panelLink(publicUrl, project)
      : { url: `${publicUrl}/site-reports/${id}`, label: 'Open the site report' }
  if (data['status'] === 'failed') {
    const message = textOf(fieldsOf(data['error'])['message'])
    const url = urlOf(data['url'])
    const lines = [
      { text: message === '' ? 'No page could be requested.' : message, ...(url !== undefined && { url }) },
    ]
    return { title: `${project}: a site report failed`, lines, severity: 'bad', link }
  }
  const result = textOf(data['result'])
  const { fail, warn } = fieldsOf(data['issues'])
  const requested = `${counted(numberOf(data['requested']), 'address', 'addresses')} requested`
  const scored = result === '' ? 'No page could be rated' : `Score ${numberOf(data['score'])} of 100, rated ${result}`
  return {
    title: `${project}: a site report is ready`,
    lines: [
      { text: `${scored}. ${requested}${data['partial'] === true ? ', not the whole site' : ''}.` },
      { text: `${counted(numberOf(fail), 'failed check')} and ${counted(numberOf(warn), 'warning')}.` },
    ],
    severity: result === 'good' ? 'good' : result === 'decent' ? 'neutral' : 'bad',
    link,
  }
}
