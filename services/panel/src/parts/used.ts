import { type Html, html } from '../html.ts'
import { timeTag } from './time.ts'

/** "It was last used 2 minutes ago." */
export const lastUsed = (at: string | undefined, now: number): Html =>
  at === undefined ? html`It was never used.` : html`It was last used ${timeTag(at, now)}.`
