/** The events that a project may send to its endpoint, and their descriptions. */
export const eventTypes = [
  'report.completed',
  'report.worsened',
  'batch.completed',
  'quota.warning',
  'watch.trouble',
  'alert.digest',
  'site_report.finished',
] as const
export type EventType = (typeof eventTypes)[number]

/** Each with when it is sent. */
export const eventDescriptions: Record<EventType, string> = {
  'report.completed': 'A run of a report has ended: its score and rating, or why there is none.',
  'report.worsened': 'A run was rated worse than the one before: the rating fell, or the score by a point or more.',
  'batch.completed':
    'Every URL of a submitted batch has its final state: how many were delivered, rejected, dropped, quarantined and skipped.',
  'quota.warning': '80 % or 100 % of the quota of a day or month is used; once each.',
  'watch.trouble':
    'A watched sitemap or feed cannot be read, or it lost so many pages that none is taken for removed; once, until that ends.',
  'alert.digest':
    'What the alert rules of a project have found since the last digest, and what is gone; once a day at most.',
  'site_report.finished': 'A site report has ended: its score and the number of its issues, or why there is none.',
}

/** Sent when its owner asks for it, whatever was chosen. */
export const testType = 'test' as const

/** The mail that asks for the confirmation of an address, whatever was chosen. */
export const confirmationType = 'confirmation' as const

/** The status of an event: only a pending one is sent again. */
export const eventStates = ['pending', 'delivered', 'failed', 'dropped'] as const
