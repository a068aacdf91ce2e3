import { Fault } from '@pagebell/faults/fault'
import { type Html, html } from '@pagebell/html/template'
import { Type } from '@pagebell/schema/type'
import type { Clients } from '../clients/clients.ts'
import { undefinedIfNotFound } from '../clients/fallbacks.ts'
import { localPath } from '../forms/fields.ts'
import { counted } from '../html/format.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../html/frame.ts'
import type { Notice } from '../html/notices.ts'
import { postForm } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { empty } from '../parts/table.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { selectedIds, selectionField } from './selection.ts'

const actions = {
  again: {
    question: 'Rate {reports} again?',
    consequence: 'Each uses one analysis of your plan. The old result stays until the new one is in.',
    button: 'Yes, rate {reports} again',
    className: 'main',
  },
  delete: {
    question: 'Delete {reports}?',
    consequence: 'The reports, their history and their public pages are deleted. This cannot be undone.',
    button: 'Yes, delete {reports}',
    className: 'danger',
  },
} as const

type Action = keyof typeof actions
type Selected = { action: Action; ids: readonly string[]; back: string }

export function selectedReportsPage(frame: Frame, { action, ids, back }: Selected): Html {
  if (ids.length === 0) {
    const text = 'Select reports by the boxes of the list first.'
    const toList = html`<a class="button" href="${back}">Back to the list</a>`
    return page(frame, {
      title: 'No report is selected',
      body: html`<div class="card">${empty('reports', 'No report is selected', text, toList)}</div>`,
    })
  }
  const { question, consequence, button, className } = actions[action]
  const named = (text: string): string => text.replace('{reports}', counted(ids.length, 'report'))
  const form = html`<input type="hidden" name="back" value="${back}">
${ids.map((id) => html`<input type="hidden" name="${selectionField(id)}" value="1">`)}
<div class="row"><button class="${className}">${named(button)}</button>
<a class="button" href="${back}">Cancel</a></div>`
  return page(frame, {
    title: named(question),
    body: html`<section class="card" aria-label="Confirmation"><p>${consequence}</p>
${postForm(frame, `/reports/selected/${action}`, form)}</section>`,
  })
}

const back = Type.String({ default: '/reports', maxLength: 4_000 })
const querystring = Type.Object({ action: Type.String({ enum: Object.keys(actions) }), back })

const confirmSelected: Route = (app, tools) => {
  app.get('/reports/selected', { schema: { querystring } }, async (request, reply) => {
    const { action, back } = request.query
    const selected = { action: action as Action, ids: selectedIds(request.query), back: localPath(back) }
    return sendPage(reply, selectedReportsPage(frameOf(request, reply, tools), selected))
  })
}

const rateSelectedAgain: Route = (app, { clients, cookies }) => {
  app.post('/reports/selected/again', { schema: { body: Type.Object({ back }) } }, async (request, reply) => {
    const ids = selectedIds(request.body)
    const { rated, isLimited } = await rateAgain(clients, accountOf(request), ids)
    const notice: Notice = isLimited ? `rated-${rated}-of-${ids.length}` : `rated-${rated}`
    return redirectTo(reply, localPath(request.body.back), cookies, notice)
  })
}

type Rated = { rated: number; isLimited: boolean }

/** Stops where the plan allows no more analyses; a report that was deleted meanwhile is left out. */
async function rateAgain({ reports }: Clients, account_id: string, ids: readonly string[]): Promise<Rated> {
  let rated = 0
  for (const id of ids) {
    try {
      await reports.changeReport({ account_id, id, analyze_again: true })
      rated += 1
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      if (error.kind === 'rate_limited') return { rated, isLimited: true }
      if (error.kind !== 'not_found') throw error
    }
  }
  return { rated, isLimited: false }
}

const deleteSelected: Route = (app, { clients, cookies }) => {
  app.post('/reports/selected/delete', { schema: { body: Type.Object({ back }) } }, async (request, reply) => {
    const account_id = accountOf(request)
    let deleted = 0
    for (const id of selectedIds(request.body)) {
      const existed = await undefinedIfNotFound(clients.reports.deleteReport({ account_id, id }))
      if (existed !== undefined) deleted += 1
    }
    return redirectTo(reply, localPath(request.body.back), cookies, `deleted-${deleted}`)
  })
}

export default signedInRoutes(confirmSelected, rateSelectedAgain, deleteSelected)
