/** The first task of every thread: it loads the file, so that no page's deadline covers that. */
export const startTask = { kind: 'start' } as const

/** A result, or the error that this page causes, which a retry would not change. */
export type Answer = { result: unknown } | { threw: string }
