import { describe, expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { statusCount, statusTabs } from './status-tabs.ts'

const counts = [
  { status: 'delivered', count: 1_000, is_capped: true },
  { status: 'rejected', count: 3, is_capped: false },
  { status: 'dropped', count: 0, is_capped: false },
]
const statuses = ['delivered', 'rejected', 'dropped', 'set_aside']
const tabs = (current?: string, of: typeof counts | undefined = counts) =>
  textOf(statusTabs({ path: '/deliveries?project=example.com&page=3', statuses, counts: of, current }))

describe('the tabs of statuses', () => {
  it('have counts, which say where there are more', () => {
    expect(statusCount(counts, ['delivered', 'rejected'])).toBe('1,003+')
    expect(statusCount(counts, ['rejected'])).toBe('3')
    expect(statusCount([{ status: 'delivered', count: 0, is_capped: true }], ['delivered'])).toBe('')
    expect(tabs()).toMatch(/Delivered <span class="count">1,000\+/)
    expect(tabs()).toMatch(/All <span class="count">1,003\+/)
  })

  it('keep the other filters, and begin at the first page', () => {
    expect(tabs()).toContain('href="/deliveries?project=example.com&amp;status=rejected"')
    expect(tabs()).toContain('href="/deliveries?project=example.com"')
  })

  it('say which one is shown', () => {
    expect(tabs('rejected')).toMatch(/status=rejected" aria-current="true"/)
    expect(tabs()).toMatch(/project=example.com" aria-current="true"/)
  })

  it('leave out what hardly ever occurs, unless it does or is shown', () => {
    expect(tabs()).not.toMatch(/Dropped|Failed internally/)
    expect(tabs('set_aside')).toContain('Failed internally')
    expect(tabs(undefined, [{ status: 'dropped', count: 1, is_capped: false }])).toContain('Dropped')
  })

  it('work without counts', () => {
    const text = textOf(statusTabs({ path: '/deliveries', statuses, counts: undefined, current: undefined }))
    expect(text).toContain('Rejected')
    expect(text).not.toContain('class="count"')
  })
})
