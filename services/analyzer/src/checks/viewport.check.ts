import { defineCheck, fail, pass, tagEvidence, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'viewport',
  title: 'Viewport',
  titles: {
    pass: 'The page adapts to small screens',
    warn: 'Readers cannot zoom the page',
    fail: 'The page does not adapt to small screens',
  },
  category: 'content',
  weight: 10,
  why: 'Without a viewport phones show the page as if on a desk, in tiny print.',
  fix: 'Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
  snippet: '<meta name="viewport" content="width=device-width, initial-scale=1">',
  learn: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/meta/name/viewport',
  criteria: {
    pass: 'width or initial-scale is set',
    warn: 'zooming is held back: user-scalable=no, or maximum-scale under 5',
    fail: 'missing, says neither, or an initial-scale under 1',
  },
  needs: ['metas'],

  check({ metas }) {
    const viewport = metas.findLast(({ name }) => name === 'viewport')
    if (viewport === undefined) return fail('There is no viewport.', { missing: '<meta name="viewport">' })
    const settings = readSettings(viewport.content)
    const evidence = tagEvidence(viewport)
    const scale = numberOf(settings.get('initial-scale'))
    if (!settings.get('width') && Number.isNaN(scale)) return fail('Neither width nor initial-scale is set.', evidence)
    if (scale < 1) return fail('The page is shown smaller than it is.', evidence, scale)
    const maximum = numberOf(settings.get('maximum-scale'))
    // Browsers treat any value other than "yes" or a number of at least 1 as "no".
    const scalable = settings.get('user-scalable') ?? 'yes'
    const isFixed = !/^(yes|device-(width|height))$/.test(scalable) && !(Math.abs(numberOf(scalable)) >= 1)
    return isFixed || (maximum >= 0 && maximum < 5) ? warn('Readers cannot zoom in.', evidence) : pass(viewport.content)
  },
})

function numberOf(value: string | undefined): number {
  return value === 'yes' ? 1 : Number.parseFloat(value ?? '')
}

/** "name = value" pairs, separated by commas, semicolons or white space. */
function readSettings(content: string): Map<string, string> {
  const tokens = content.toLowerCase().match(/[^\s,;=]+|=/g) ?? []
  const settings = new Map<string, string>()
  for (const [at, token] of tokens.entries()) {
    const [name, value] = [tokens[at - 1], tokens[at + 1]]
    if (token === '=' && name !== undefined && value !== undefined) settings.set(name, value)
  }
  return settings
}
