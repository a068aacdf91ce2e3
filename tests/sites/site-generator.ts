import type { PlantedFindings, SeededSite } from '@pagebell/sandbox/seeded-page'
import type { BuiltFolder } from '@pagebell/sandbox/serve-seeded-site'

/** What a generator made of a seeded site: the folder, and what it does to the findings. */
export type BuiltSeeds = BuiltFolder & {
  version: string
  /** It gives all pages the day of the build. */
  datesByBuild: boolean
  /** What has to be found besides, because of the pages that the generator makes by itself. */
  findings?: PlantedFindings
}

export type SeedGenerator = {
  name: string
  /** Writes the pages as sources in an empty folder, and builds them. Throws CannotRun where it is not installed. */
  build(site: SeededSite, tools: { folder: string; origin: string }): Promise<BuiltSeeds>
}
