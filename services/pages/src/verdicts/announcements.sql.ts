import type { AnnouncedState } from '@pagebell/messages/pages-checked'
import type { Queryable } from '@pagebell/postgres/database'
import { projectKey } from '../projects/projects.sql.ts'
import type { Announced } from './verdict.ts'

export type AnnouncedRow = Announced & { channel: string; parts: string | null }

type PageKey = { accountId: string; projectId: string; urlHash: Buffer }

/** What was announced of a page to each channel last. */
export async function findAnnounced(q: Queryable, { accountId, projectId, urlHash }: PageKey): Promise<AnnouncedRow[]> {
  const { rows } = await q.query<AnnouncedRow>({
    name: 'find-announced',
    text: `
      select t.channel, t.state, encode(t.content_hash, 'hex') as content,
        encode(coalesce(t.parts, p.parts), 'hex') as parts, t.target
      from page_announcement t left join page p
        on p.project_key = t.project_key and p.url_hash = t.url_hash and p.content_hash = t.content_hash
      where t.project_key = ${projectKey} and t.url_hash = $3`,
    values: [accountId, projectId, urlHash],
  })
  return rows
}

export type AnnouncedUrls = {
  accountId: string
  projectId: string
  channel: string
  submittedAt: string
  announcedAt: string
  urls: { urlHash: Buffer; state: AnnouncedState; content: string | null; target: string | null }[]
}

/** Stores what an engine has accepted, unless a newer batch has announced something or the project is deleted. */
export async function storeAnnounced(q: Queryable, announced: AnnouncedUrls): Promise<void> {
  const { urls } = announced
  await q.query({
    name: 'store-announced',
    text: `
      insert into page_announcement as t
        (account_id, project_key, url_hash, channel, state, content_hash, target, submitted_at, announced_at)
      select $1, k.key, new.url_hash, $3, new.state, decode(new.content, 'hex'), new.target, $4, $5
      from page_project k,
        unnest($6::bytea[], $7::text[], $8::text[], $9::text[]) as new (url_hash, state, content, target)
      where k.account_id = $1 and k.project_id = $2
      on conflict (project_key, url_hash, channel) do update set
        state = excluded.state, content_hash = excluded.content_hash,
        parts = case when t.content_hash = excluded.content_hash then t.parts end,
        target = excluded.target, submitted_at = excluded.submitted_at, announced_at = excluded.announced_at
      where t.submitted_at <= excluded.submitted_at`,
    values: [
      announced.accountId,
      announced.projectId,
      announced.channel,
      announced.submittedAt,
      announced.announcedAt,
      urls.map(({ urlHash }) => urlHash),
      urls.map(({ state }) => state),
      urls.map(({ content }) => content),
      urls.map(({ target }) => target),
    ],
  })
}
