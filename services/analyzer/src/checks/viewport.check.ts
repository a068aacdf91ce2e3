import { defineCheck, fail, pass, tagEvidence, warn } from '../check.ts'

export default defineCheck({
  id: 'viewport',
  title: 'The page fits a phone',
  category: 'content',
  weight: 5,
  why: 'Without a viewport phones show the page as if on a desk, in tiny print.',
  fix: 'Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
  criteria: {
    pass: 'width or initial-scale is set',
    warn: 'zooming is held back: user-scalable=no, or maximum-scale under 5',
    fail: 'missing, says neither, or an initial-scale under 1',
  },
  needs: ['metas'],

  check({ metas }) {
    const viewport = metas.find(({ name }) => name === 'viewport')
    if (viewport === undefined) return fail('There is no viewport.', { missing: '<meta name="viewport">' })
    const settings = new Map(
      viewport.content
        .toLowerCase()
        .split(/[,;]/)
        .map((part) => {
          const [name = '', value = ''] = part.split('=')
          return [name.trim(), value.trim()] as const
        }),
    )
    const evidence = tagEvidence(viewport)
    const scale = Number.parseFloat(settings.get('initial-scale') ?? '')
    if (!settings.get('width') && Number.isNaN(scale)) return fail('Neither width nor initial-scale is set.', evidence)
    if (scale < 1) return fail('The page is shown smaller than it is.', evidence, scale)
    const maximum = Number.parseFloat(settings.get('maximum-scale') ?? '')
    const fixed = ['no', '0'].includes(settings.get('user-scalable') ?? '')
    return fixed || maximum < 5 ? warn('Readers cannot zoom in.', evidence) : pass(viewport.content)
  },
})
