import { Type } from '@pagebell/schema/type'

/** Which part of a list is asked for, as in the API. */
export const paging = {
  per_page: Type.Integer({ enum: [10, 25, 50, 100], default: 25 }),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  cursor: Type.Optional(Type.String({ maxLength: 2_000 })),
}

/** A page by number, or what follows a cursor. */
export function place({ page, cursor }: { page?: number; cursor?: string }): { page: number } | { cursor: string } {
  return cursor === undefined ? { page: page ?? 1 } : { cursor }
}
