/**
 * For answers that come in portions: asks first without a cursor, then with the one of each answer, until an answer has
 * none. Yields each answer; what a call rejects with ends it, and what was done before stays done.
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
