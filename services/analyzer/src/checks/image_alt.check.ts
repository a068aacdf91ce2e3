import { defineCheck, fail, notApplicable, pass, tagEvidence, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'image_alt',
  title: 'Text alternatives of images',
  titles: {
    pass: 'Images have text alternatives',
    warn: 'Some images have no text alternative',
    fail: 'Images have no text alternative',
  },
  category: 'content',
  weight: 7,
  why: 'Who cannot see the image, and every engine, reads its alternative.',
  fix: 'Describe the image in its alt attribute; give decoration an empty one: alt="".',
  learn: 'https://www.w3.org/WAI/tutorials/images/',
  criteria: {
    pass: 'every image has one',
    warn: 'up to 10 % have none',
    fail: 'more',
    notApplicable: 'there is no image',
  },
  needs: ['images'],

  check({ images }) {
    if (images.length === 0) return notApplicable('The page has no image.')
    const bare = images.filter(({ hasAlt, decorative }) => !hasAlt && !decorative)
    if (bare.length === 0) return pass(0)
    const evidence = bare.map(tagEvidence)
    const message = `${bare.length} of ${images.length} images have no alternative.`
    return bare.length <= images.length * 0.1
      ? warn(message, evidence, bare.length)
      : fail(message, evidence, bare.length)
  },
})
