/** An endpoint as the protocol shows it. */
export const endpointColumns = `id, url, events, last_four, created_at, updated_at, failing_since, disabled_reason,
  disabled_at, note, previous_last_four, previous_until`

export type EndpointRow = {
  id: string
  url: string
  events: string[]
  last_four: string
  created_at: string
  updated_at: string
  failing_since: string | null
  disabled_reason: 'owner' | 'failing' | 'gone' | null
  disabled_at: string | null
  note: string | null
  previous_last_four: string | null
  previous_until: string | null
}
