import texts from './check-list.json' with { type: 'json' }

export type CheckTexts = { title: string; category: string; why: string; learn?: string }

/**
 * What every check is about, why it matters and where to read more, by its id, in the order of results. Generated from
 * the checks of the analyzer.
 */
export const checkList: Record<string, CheckTexts> = texts
