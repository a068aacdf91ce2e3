import texts from './check-list.json' with { type: 'json' }
import siteTexts from './site-check-list.json' with { type: 'json' }

export type CheckTexts = { title: string; category: string; why: string; learn?: string; snippet?: string }

/**
 * What every check is about, why it matters, where to read more and what to copy to fix it (`{url}` is the address of
 * the page), by its id, in the order of results. Generated from the checks of the analyzer.
 */
export const checkList: Record<string, CheckTexts> = texts

/** The same of the checks over all pages of a site, the heaviest first. */
export const siteCheckList: Record<string, CheckTexts> = siteTexts

/** The texts of a check of pages or of sites; undefined if there is none with this id. */
export function textsOfCheck(id: string): CheckTexts | undefined {
  const list = [checkList, siteCheckList].find((one) => Object.hasOwn(one, id))
  return list?.[id]
}
