import type { DocumentFacts } from './document-facts.ts'

/** Nothing a visitor could see or use: no text, image, form, media or frame. What is measured of such a page says nothing. */
export function isEmpty({ text, images, widgets }: Pick<DocumentFacts, 'text' | 'images' | 'widgets'>): boolean {
  return images.length === 0 && widgets === 0 && text.trim() === ''
}
