import { type Html, html, type Part } from '../html.ts'
import { type IconName, icon } from './icon.ts'

/** Where nothing is yet: what would stand here, and what to do for it. */
export const empty = (drawing: IconName, title: string, text: Part, action?: Part): Html =>
  html`<div class="empty">${icon(drawing)}<p class="empty-title">${title}</p><p>${text}</p>${action}</div>`

/** A page of a list that has fewer. */
export const pastTheEnd = (path: string): Html =>
  empty('info', 'This page is past the end of the list', '', html`<a class="button" href="${path}">First page</a>`)
