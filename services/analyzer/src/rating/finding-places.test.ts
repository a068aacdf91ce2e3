import { expect, it } from '@jest/globals'
import { type Given, givenPage } from '../../test/specify-check.ts'
import brokenLinks from '../checks/broken_links.check.ts'
import imageAlt from '../checks/image_alt.check.ts'
import indexable from '../checks/indexable.check.ts'
import structuredData from '../checks/structured_data.check.ts'
import type { Check, Evidence } from './check.ts'
import { runChecks } from './rate-page.ts'

const body = `<a href="/ok">Fine</a>
  <a href="/gone#part">Gone</a> <a href="https://example.com/gone">Gone again</a>`
const answer = (path: string, status: number) => ({ url: `https://example.com${path}`, status, failure: null })

const rows: [what: string, check: Check, given: Given, evidence: Evidence[]][] = [
  ['an image', imageAlt, { body: '\n<img src="/a.png">' }, [{ element: '<img src="/a.png">', line: 2, column: 1 }]],
  [
    'a meta tag that blocks the page',
    indexable,
    { head: '\n <meta name="robots" content="noindex">' },
    [{ directive: '<meta name="robots" content="noindex">', crawlers: expect.anything() as never, line: 2, column: 2 }],
  ],
  [
    'a header that blocks the page, which has none',
    indexable,
    { headers: { 'x-robots-tag': 'noindex' } },
    [{ directive: 'x-robots-tag: noindex', crawlers: expect.anything() as never }],
  ],
  [
    'the first link to an address that is broken',
    brokenLinks,
    { body, linkSample: [answer('/ok', 200), answer('/gone', 404)] },
    [{ url: 'https://example.com/gone', answer: 404, line: 2, column: 3 }],
  ],
  [
    'the script with faulty JSON-LD',
    structuredData,
    { head: '\n\n<script type="application/ld+json">{"@type":"Event","name":"A","location":"B"}</script>' },
    [{ type: 'Event', missing: 'startDate', line: 3, column: 1 }],
  ],
]

it.each(rows)('the place of %s is in the evidence', (_what, check, given, evidence) => {
  const { [check.id]: result } = runChecks([check], givenPage(given), (_id, error) => {
    throw error
  })
  expect(result?.evidence).toEqual(evidence)
})
