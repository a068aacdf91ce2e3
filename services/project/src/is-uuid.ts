const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether a text can be an id of ours. What cannot be one is unknown; PostgreSQL would call it an error. */
export function isUuid(text: string): boolean {
  return shape.test(text)
}
