/**
 * Iterates over a paginated method: calls it without a cursor, then with each next_cursor until there is none. Yields
 * each reply. A rejected call ends the iteration.
 */
export async function* followCursor<Answer extends { next_cursor?: string | undefined }>(
  ask: (cursor: string | undefined) => Promise<Answer>,
): AsyncGenerator<Answer, void, undefined> {
  let cursor: string | undefined
  do {
    const answer = await ask(cursor)
    yield answer
    cursor = answer.next_cursor
  } while (cursor !== undefined)
}
