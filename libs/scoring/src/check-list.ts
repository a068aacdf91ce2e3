import texts from './check-list.json' with { type: 'json' }

export type CheckTexts = { title: string; category: string; why: string; learn?: string; snippet?: string }

/**
 * What every check is about, why it matters, where to read more and what to copy to fix it (`{url}` is the address of
 * the page), by its id, in the order of results. Generated from the checks of the analyzer.
 */
export const checkList: Record<string, CheckTexts> = texts
