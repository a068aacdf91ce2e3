import { type Html, html } from '@pagebell/html/template'
import type { ChangingBlock__Output as Block } from '@pagebell/protos/pages/v1/pages'
import { timeTag } from '../../html/format.ts'
import type { Frame } from '../../html/frame.ts'
import { confirmed } from '../../parts/confirmation.ts'
import { noticeAt } from '../../parts/notice.ts'
import { type Column, table } from '../../parts/table.ts'
import { shownUrl } from '../../parts/url.ts'

/** Blocks that change by themselves and do not count; nothing while none is known. */
export function changingBlocksCard(frame: Frame, project: string, blocks: Block[]): Html {
  const notice = noticeAt(frame, 'changing-blocks')
  if (blocks.length === 0) return html`<div id="changing-blocks">${notice}</div>`
  const columns: Column<Block>[] = [
    { name: 'Block', kind: 'main', cell: ({ path }) => html`<code class="url">${path}</code>` },
    { name: 'Found on', cell: ({ url }) => shownUrl(url) },
    { name: 'Found', cell: ({ found_at }) => timeTag(found_at, frame.now) },
    {
      name: 'Actions',
      kind: 'end',
      cell: ({ id, path }) =>
        confirmed(frame, {
          action: `/projects/${project}/changing-blocks/${id}/count`,
          name: html`Count it again<span class="unseen">: ${path}</span>`,
          consequence: 'A page then counts as changed whenever this block differs.',
          button: 'Count it again',
          small: true,
        }),
    },
  ]
  return html`<section class="card" id="changing-blocks" aria-labelledby="changing-blocks-title">
<h2 id="changing-blocks-title">Blocks that change by themselves</h2>${notice}
<p class="hint">These parts of pages differed at each of three requests. They are left out when pages are
compared, except on pages that they make up to a large part.</p>
${table('Blocks that change by themselves', columns, blocks)}</section>`
}
