import { followCursor } from '@pagebell/rpc/follow-cursor'

/** A file of the panel has at most these rows. */
export const maxExportedRows = 100_000

/**
 * The rows of a list page by page, so that a long one is never in memory whole; at most 100,000. The first page is read
 * before this returns and the answer begins: a failure is an error page and not a broken file.
 */
export async function exportedRows<Answer extends { next_cursor?: string | undefined }, Row>(
  ask: (cursor: string | undefined) => Promise<Answer>,
  rowsOf: (answer: Answer) => Row[],
): Promise<AsyncGenerator<Row[]>> {
  const answers = followCursor(ask)
  const first = await answers.next()
  return portions()

  async function* portions(): AsyncGenerator<Row[]> {
    let written = 0
    for (let answer = first; answer.done !== true; answer = await answers.next()) {
      const rows = rowsOf(answer.value).slice(0, maxExportedRows - written)
      yield rows
      written += rows.length
      if (written >= maxExportedRows) return
    }
  }
}
