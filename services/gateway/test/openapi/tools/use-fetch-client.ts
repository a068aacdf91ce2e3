import createClient from 'openapi-fetch'
import type { components, paths } from './generated/schema.js'

// Read by the compiler only: a client by openapi-typescript and openapi-fetch.

const client = createClient<paths>({
  baseUrl: 'https://pagebell.example.org',
  headers: { authorization: 'Bearer pbk_' },
})

export async function titleStatus(id: string): Promise<components['schemas']['CheckResult']['status'] | undefined> {
  const { data, error } = await client.GET('/api/v1/reports/{id}', { params: { path: { id } } })
  if (error !== undefined) throw new Error(`${error.code}: ${error.detail}`)
  const { results } = data.data
  const evidence: string | number | undefined = results.title?.evidence[0]?.['excerpt']
  console.log(evidence, data.data.score?.toFixed(0), data.data.error?.code)
  return results.title?.status
}

export async function submit(token: string, urls: string[]): Promise<string[]> {
  const { data, response } = await client.POST('/api/hooks/{token}/submit', {
    params: { path: { token } },
    body: { urls },
  })
  if (data === undefined) throw new Error(`${response.status}`)
  return data.results.filter(({ verdict }) => verdict === 'accepted').map(({ url }) => url)
}

/** A receiver of events. */
export function scoreOf(event: components['schemas']['ReportCompletedEvent']): number | null {
  return event.data.score
}
