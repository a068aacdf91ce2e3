type ListRequest = { per_page: number; page?: number | undefined; cursor?: string | undefined }

/** One page of rows, as services answer it; the cursor is the encoded number of the next row. */
export function listPage<Row>(rows: Row[], { per_page, page, cursor }: ListRequest) {
  const start =
    cursor === undefined ? ((page ?? 1) - 1) * per_page : Number(Buffer.from(cursor, 'base64url').toString())
  const end = start + per_page
  const more = end < rows.length ? { next_cursor: Buffer.from(String(end)).toString('base64url') } : {}
  return {
    rows: rows.slice(start, end),
    total: Math.min(rows.length, 10_000),
    total_is_capped: rows.length > 10_000,
    ...more,
  }
}
