import { afterAll, beforeAll, beforeEach } from '@jest/globals'
import { type PagesWorld, type Site, startPagesWorld, startSite } from './start-pages.ts'

/** Ends after the last test of a file. */
export const running = new AsyncDisposableStack()
export let world: PagesWorld
export let site: Site

/** Starts what pages depends on, and a site: one for the tests of a file, or another one before each of them. */
export function usePages({ sites }: { sites: 'one' | 'each' }): void {
  const renewSite = async (): Promise<void> => {
    site = running.use(await startSite())
  }
  beforeAll(async () => {
    world = running.use(await startPagesWorld())
    if (sites === 'one') await renewSite()
  })
  if (sites === 'each') beforeEach(renewSite)
  afterAll(() => running.disposeAsync())
}
