import { seeded } from '../faults/random.ts'
import { headerRecipes } from './header-recipes.ts'
import { markupRecipes } from './markup-recipes.ts'
import { attributes, type HostilePage, numbered, times } from './recipe.ts'
import { textRecipes } from './text-recipes.ts'
import { wireRecipes } from './wire-recipes.ts'

/** Pages that blocked a main thread or the only parser thread for seconds or minutes when they were found. */
export const foundPages: readonly HostilePage[] = [
  {
    name: '10,000 links under a base of 64 KB',
    html: `<base href="/${'x'.repeat(65_000)}/">${numbered(10_000, (n) => `<a href=${n}>`)}`,
  },
  { name: '1 MB of tags that close nothing', html: `${'<b>'.repeat(150_000)}${'</i>'.repeat(150_000)}` },
  {
    name: '10,000 images under 400 elements of 150 attributes',
    html: `${`<div${attributes(150)}>`.repeat(400)}${'<img>'.repeat(10_000)}`,
  },
  { name: '200,000 images', html: times('<img>', 200_000) },
]

export const recipes = [...markupRecipes, ...textRecipes, ...headerRecipes, ...wireRecipes]

/** `count` random pages, spread over all recipes. The same seed creates the same pages. */
export function* fuzzedPages(count: number, seed: number): Generator<HostilePage> {
  const random = seeded(seed)
  for (let n = 0; n < count; n += 1) {
    const recipe = recipes[(Math.floor((n * recipes.length) / count) + seed - 1) % recipes.length]
    if (recipe !== undefined) yield { ...recipe.make(random), name: recipe.name }
  }
}
