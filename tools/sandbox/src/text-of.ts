/** The request body as text; empty without a body. */
export const textOf = (body: unknown): string => (typeof body === 'string' ? body : '')
