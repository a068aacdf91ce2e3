import { defineCheck, fail, notApplicable, pass, tagEvidence, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'image_dimensions',
  title: 'Dimensions of images',
  titles: {
    pass: 'Images declare their dimensions',
    warn: 'Some images declare no dimensions',
    fail: 'Images declare no dimensions',
  },
  category: 'performance',
  weight: 2,
  why: 'The text jumps when an image of unknown size arrives.',
  fix: 'Give each <img> its width and height.',
  learn: 'https://web.dev/articles/optimize-cls',
  criteria: {
    pass: 'all have width and height, by their attributes (non-negative integers) or their own style',
    warn: 'up to 20 % have not',
    fail: 'more',
    notApplicable:
      'there is no image whose size matters: data: URLs and images sized or placed absolutely by their own style do not',
  },
  needs: ['images'],

  check({ images }) {
    const judged = images.filter(({ flows }) => flows)
    if (judged.length === 0) return notApplicable('The page has no image whose dimensions matter.')
    const bare = judged.filter(({ hasWidth, hasHeight }) => !hasWidth || !hasHeight)
    if (bare.length === 0) return pass(0)
    const evidence = bare.map(tagEvidence)
    const message = `${bare.length} of ${judged.length} images lack width or height.`
    return bare.length <= judged.length * 0.2
      ? warn(message, evidence, bare.length)
      : fail(message, evidence, bare.length)
  },
})
