import { expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { testFrame } from '../../test/test-frame.ts'
import { selectedReportsPage } from './selected-reports.page.ts'
import { selectedIds, selectionField } from './selection.ts'

const [one, two] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002']

it('reads the selected ids from the names of the boxes, and at most a page of them', () => {
  const fields = { [selectionField(one)]: '1', back: '/reports', 'selected-nothing': '1', [selectionField(two)]: '1' }
  expect(selectedIds(fields)).toEqual([one, two])
  const ids = Array.from({ length: 101 }, (_, n) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`)
  expect(selectedIds(Object.fromEntries(ids.map((id) => [selectionField(id), '1'])))).toEqual(ids.slice(0, 100))
})

it('asks before anything is deleted, and says how many', () => {
  const text = textOf(selectedReportsPage(testFrame, { action: 'delete', ids: [one, two], back: '/reports?page=2' }))
  expect(text).toContain('Delete 2 reports?')
  expect(text).toContain('action="/reports/selected/delete"')
  for (const id of [one, two]) expect(text).toContain(`name="${selectionField(id)}"`)
  expect(text).toContain('<a class="button" href="/reports?page=2">Cancel</a>')
})

it('has nothing to confirm without a selection', () => {
  const text = textOf(selectedReportsPage(testFrame, { action: 'again', ids: [], back: '/reports' }))
  expect(text).toContain('No report is selected')
  expect(text).not.toContain('/reports/selected/')
})
