import { client } from './generated/hey/client.gen.js'
import { getReport, listAllDeliveries, submitUrls } from './generated/hey/sdk.gen.js'
import type { CheckResult, Delivery, ReportWorsenedEvent } from './generated/hey/types.gen.js'

// Read by the compiler only: a client by @hey-api/openapi-ts.

client.setConfig({ baseUrl: 'https://pagebell.example.org', auth: () => 'pbk_' })

export async function titleStatus(id: string): Promise<CheckResult['status'] | undefined> {
  const { data } = await getReport({ path: { id }, throwOnError: true })
  return data.data.results.title?.status
}

export async function rejected(): Promise<Delivery[]> {
  const { data } = await listAllDeliveries({ query: { status: 'rejected' }, throwOnError: true })
  return data.data
}

export async function submit(token: string, urls: string[]): Promise<number> {
  const { data } = await submitUrls({ path: { token }, body: { urls }, throwOnError: true })
  return data.accepted
}

export const change = (event: ReportWorsenedEvent): number => event.data.score_change
