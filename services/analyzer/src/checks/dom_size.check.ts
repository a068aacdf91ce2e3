import { isEmpty } from '../document/document-facts.ts'
import { defineCheck, fail, notApplicable, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'dom_size',
  title: 'Number of elements',
  titles: {
    pass: 'The page has a manageable number of elements',
    warn: 'The page has many elements',
    fail: 'The page has too many elements',
  },
  category: 'performance',
  weight: 2,
  why: 'Every element costs memory and layout time.',
  fix: 'Drop wrappers, and load long lists in parts.',
  learn: 'https://developer.chrome.com/docs/lighthouse/performance/dom-size',
  criteria: {
    pass: '1,500 elements or fewer',
    warn: '3,000 or fewer',
    fail: 'more',
    notApplicable: 'the page is empty',
  },
  needs: ['elements', 'ceilings', 'text', 'images', 'widgets'],

  check({ elements, ceilings, ...content }) {
    if (isEmpty(content)) return notApplicable('The page is empty.')
    if (elements <= 1500 && ceilings.length === 0) return pass(elements)
    const message =
      ceilings.length > 0 ? `The page was read in part: ${ceilings.join('; ')}.` : `The page has ${elements} elements.`
    const evidence = { elements, ...(ceilings.length > 0 ? { left_out: ceilings.join('; ') } : {}) }
    return elements <= 3000 && ceilings.length === 0
      ? warn(message, evidence, elements)
      : fail(message, evidence, elements)
  },
})
