import type { Statement } from '@pagebell/postgres/database'

/** In place of the ids of an account and a project: all of them. */
export const everywhere = '00000000-0000-0000-0000-000000000000'

/** Whose channel. */
export type Paused = { accountId: string; projectId: string; channel: string }

export function pauseChannel({ accountId, projectId, channel }: Paused): Statement {
  return {
    name: 'pause-channel',
    text: `insert into paused_channels (account_id, project_id, channel) values ($1, $2, $3)
      on conflict (account_id, project_id, channel) do nothing`,
    values: [accountId, projectId, channel],
  }
}
