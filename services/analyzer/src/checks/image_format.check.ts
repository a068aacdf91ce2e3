import { defineCheck, fail, notApplicable, pass, tagEvidence, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'image_format',
  title: 'Image formats',
  titles: {
    pass: 'Images use modern formats',
    warn: 'Few images use modern formats',
    fail: 'No image uses a modern format',
  },
  category: 'performance',
  weight: 1,
  why: 'AVIF and WebP need a fraction of the bytes of JPEG and PNG.',
  fix: 'Offer AVIF or WebP, through <picture> for old browsers.',
  learn: 'https://developer.mozilla.org/en-US/docs/Web/Media/Guides/Formats/Image_types',
  criteria: {
    pass: 'half or more are AVIF, WebP or SVG',
    warn: 'some',
    fail: 'none',
    notApplicable: 'there are fewer than three images',
  },
  needs: ['images'],

  check({ images }) {
    if (images.length < 3) return notApplicable('The page has fewer than three images.')
    const old = images.filter(({ sources }) => !sources.some((source) => isModern(source)))
    const modern = images.length - old.length
    if (modern * 2 >= images.length) return pass(modern)
    const evidence = old.map(tagEvidence)
    const message = `${modern} of ${images.length} images are AVIF, WebP or SVG.`
    return modern > 0 ? warn(message, evidence, modern) : fail(message, evidence, 0)
  },
})

/** Told by the type, or by the ending; an image service often names the format in the query. */
function isModern(source: string): boolean {
  return /(^(data:)?image\/(avif|webp|svg\+xml)(;|,|$))|(\.(avif|webp|svg)([?#]|$))|([?&](format|fm)=(avif|webp)(&|$))/i.test(
    source,
  )
}
