import type { SeededSite } from '@pagebell/sandbox/seeded-page'

/** What a generator made of a seeded site: the folder, and what it does to the findings. */
export type BuiltSeeds = {
  version: string
  folder: string
  sitemap: string
  /** It gives all pages the day of the build. */
  datesByBuild: boolean
}

export type SeedGenerator = {
  name: string
  /** Writes the pages as sources in an empty folder, and builds them. Throws CannotRun where it is not installed. */
  build(site: SeededSite, tools: { folder: string; origin: string }): Promise<BuiltSeeds>
}
