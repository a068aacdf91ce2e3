import type { Customer, World } from './build-world.ts'
import { callApi } from './call-api.ts'

/** A new source of a customer that takes lists of URLs, without a secret. Returns its address. */
export async function openSource(world: World, { key, project }: Customer, name: string): Promise<string> {
  const source = await callApi<{ url: string }>(world, key, ['POST', `/projects/${project}/sources`], {
    kind: 'urls',
    name,
  })
  return source.url
}
