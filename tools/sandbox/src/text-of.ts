/** The body as the content type parser leaves it: a text, or nothing at all. */
export const textOf = (body: unknown): string => (typeof body === 'string' ? body : '')
