import { defineCheck, fail, notApplicable, pass, tagEvidence, warn } from '../check.ts'

export default defineCheck({
  id: 'image_dimensions',
  title: 'Images say how large they are',
  category: 'performance',
  weight: 2,
  why: 'The text jumps when an image of unknown size arrives.',
  fix: 'Give each <img> its width and height.',
  criteria: {
    pass: 'all have width and height',
    warn: 'up to 20 % have not',
    fail: 'more',
    notApplicable: 'there is no image',
  },
  needs: ['images'],

  check({ images }) {
    if (images.length === 0) return notApplicable('The page has no image.')
    const bare = images.filter(({ width, height }) => !width || !height)
    if (bare.length === 0) return pass(0)
    const evidence = bare.map(tagEvidence)
    const message = `${bare.length} of ${images.length} images lack width or height.`
    return bare.length <= images.length * 0.2
      ? warn(message, evidence, bare.length)
      : fail(message, evidence, bare.length)
  },
})
