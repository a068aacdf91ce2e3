import type { AnnouncedState } from '@pagebell/messages/pages-checked'
import type { Queryable } from '@pagebell/postgres/database'
import type { Announced } from './verdict.ts'

export type AnnouncedRow = Announced & { channel: string; parts: string | null }

type PageKey = { accountId: string; projectId: string; urlHash: Buffer }

/** What was announced of a page to each channel last. */
export async function findAnnounced(q: Queryable, { accountId, projectId, urlHash }: PageKey): Promise<AnnouncedRow[]> {
  const { rows } = await q.query<AnnouncedRow>({
    name: 'find-announced',
    text: `
      select channel, state, encode(content_hash, 'hex') as content, encode(parts, 'hex') as parts, target
      from page_announcement where account_id = $1 and project_id = $2 and url_hash = $3`,
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

/**
 * Stores what an engine has accepted, unless a newer batch has announced something. The parts are those of the page,
 * if it still says what was announced.
 */
export async function storeAnnounced(q: Queryable, announced: AnnouncedUrls): Promise<void> {
  const { urls } = announced
  await q.query({
    name: 'store-announced',
    text: `
      insert into page_announcement as t
        (account_id, project_id, url_hash, channel, state, content_hash, parts, target, submitted_at, announced_at)
      select $1, $2, new.url_hash, $3, new.state, new.content, p.parts, new.target, $4, $5
      from (
        select url_hash, state, decode(content, 'hex') as content, target
        from unnest($6::bytea[], $7::text[], $8::text[], $9::text[]) as sent (url_hash, state, content, target)
      ) new
      left join page p on p.account_id = $1 and p.project_id = $2 and p.url_hash = new.url_hash
        and p.content_hash = new.content
      on conflict (account_id, project_id, url_hash, channel) do update set
        state = excluded.state, content_hash = excluded.content_hash, parts = excluded.parts,
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
