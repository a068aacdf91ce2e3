import { randomUUID } from 'node:crypto'

/** Good enough for a test: the version digit is right. */
export const randomUUIDv7 = (): string => randomUUID().replace(/^(.{14})4/, '$17')
