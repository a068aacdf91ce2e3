import { type Html, html } from '@pagebell/html/template'

const paths = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-3H4zM14 7h6V4h-6z',
  reports: 'M4 15a8 8 0 1 1 16 0M12 15l4-5M8 19h8',
  projects: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3.5 6 3.5 9S15 18 12 21c-3-3-3.5-6-3.5-9S9 6 12 3z',
  deliveries: 'M21 4 3 11l7 3 3 7zM10 14 21 4',
  usage: 'M5 20v-7M10 20V5M15 20v-10M20 20v-4',
  keys: 'M15 4a5 5 0 1 1-4.3 7.6L4 18.3V20h3v-2h2v-2h2l1.4-1.5A5 5 0 0 1 15 4zM16.5 7.5h.01',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20a7.5 7.5 0 0 1 15 0',
  leave: 'M14 4H6v16h8M10 12h10M17 9l3 3-3 3',
  good: 'M5 12.5 10 17.5 19.5 7',
  warning: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01',
  bad: 'M6 6l12 12M18 6 6 18',
  pause: 'M9 5v14M15 5v14',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2',
  out: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.5M12 7.5h.01',
  plus: 'M12 5v14M5 12h14',
} as const

export type IconName = keyof typeof paths

/** A decorative icon, hidden from screen readers: the text beside it has the same meaning. */
export const icon = (name: IconName): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="${paths[name]}"/></svg>`
