import { describe, expect, it } from '@jest/globals'
import { html, join, type Part, textOf } from './template.ts'

describe('html', () => {
  it.each<[Part, string]>([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['" onmouseover="alert(1)', '&quot; onmouseover=&quot;alert(1)'],
    ["' autofocus onfocus='x", '&#39; autofocus onfocus=&#39;x'],
    ['a & b &amp; c', 'a &amp; b &amp;amp; c'],
    [0, '0'],
    ['', ''],
    [false, ''],
    [null, ''],
    [undefined, ''],
    [html`<b>${'<'}</b>`, '<b>&lt;</b>'],
    [['<', html`<i></i>`, [1, '>']], '&lt;<i></i>1&gt;'],
  ])('writes %p as %p', (part, expected) => {
    expect(textOf(html`<p title="${part}">${part}</p>`)).toBe(`<p title="${expected}">${expected}</p>`)
  })

  it('takes nothing for markup that came from elsewhere, whatever its form', () => {
    const forged = JSON.parse('{"markup":"<script>","Symbol(markup)":"<script>"}') as Part
    expect(textOf(html`<p>${forged}</p>`)).not.toContain('<script>')
  })

  it('puts something between parts', () => {
    expect(textOf(join(['<', html`<br>`], html`, `))).toBe('&lt;, <br>')
  })
})
