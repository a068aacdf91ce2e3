import type pg from 'pg'

const hash = Buffer.alloc(16, 1)

/** An account with a row in every table. */
export async function filledAccount(owner: pg.Pool): Promise<string> {
  const account = crypto.randomUUID()
  const insert = (text: string, ...values: unknown[]) => owner.query(`insert into ${text}`, [account, ...values])
  const url = 'https://example.com/'
  await insert('page_project values ($1, $1)')
  const key = '(select key from page_project where account_id = $1)'
  await insert(`page (account_id, project_key, url_hash, url, seen_at) values ($1, ${key}, $2, $3, now())`, hash, url)
  await insert(
    `page_announcement (account_id, project_key, url_hash, channel, state, submitted_at, announced_at)
      values ($1, ${key}, $2, 'indexnow', 'live', now(), now())`,
    hash,
  )
  await insert(
    `page_check (account_id, batch_id, url_hash, channel, project_id, project, url, host, action, submitted_at)
      values ($1, $1, $2, 'indexnow', $1, 'example.com', $3, 'example.com', 'update', now())`,
    hash,
    url,
  )
  await insert(
    `page_verdict (account_id, project_id, url_hash, id, batch_id, channel, action, verdict)
      values ($1, $1, $2, $1, $1, 'indexnow', 'update', 'send')`,
    hash,
  )
  await insert(
    `deploy_wait (account_id, batch_id, project_id, url, contains, over, ends_at, due_at)
      values ($1, $1, $1, $2, 'v2', 'send', now(), now())`,
    url,
  )
  await insert('found_page (account_id, project_id, url_hash) values ($1, $1, $2)', hash)
  await insert(
    `watch (account_id, project_id, id, project, url, kind, every_minutes, trust, deletes, first, include, exclude)
      values ($1, $1, 'main', 'example.com', $2, 'auto', 60, 'auto', 'send', 'remember', '{}', '{}')`,
    url,
  )
  await insert(
    `watch_url (account_id, project_id, watch_id, url_hash, url, file, is_dated)
      values ($1, $1, 'main', $2, $3, '\\x0000000000000000', true)`,
    hash,
    url,
  )
  await insert(
    `watch_scan (account_id, project_id, watch_id, id, began_at, outcome, files, found, added, changed, missing,
      skipped, problems) values ($1, $1, 'main', $1, now(), 'ok', 1, 1, 1, 0, 0, 0, '[]')`,
  )
  await insert(
    `hub_subscription (account_id, project_id, watch_id, token, hub, topic, secret, next_at)
      values ($1, $1, 'main', gen_random_uuid()::text, $2, $2, 'sealed', now())`,
    url,
  )
  await insert(`page_rules values ($1, $1, '{}')`)
  await insert(`changing_block (account_id, project_id, id, path, url) values ($1, $1, $1, 'main>p.views', $2)`, url)
  await insert(
    `block_comparison (account_id, project_id, url_hash, url, host) values ($1, $1, $2, $3, 'example.com')`,
    hash,
    url,
  )
  await insert('page_change (account_id, project_id, url_hash) values ($1, $1, $2)', hash)
  await insert(`lastmod_sitemap values ($1, $1, gen_random_uuid()::text)`)
  await insert(`taken_message values ($1, 'a message')`)
  await insert('account_limit values ($1, 100, 1)')
  await insert(`check_use values ($1, '2026-11-21', 1)`)
  await insert('deleted_project values ($1, $1, now())')
  await insert(`outbox (id, message, body, account_id) values (gen_random_uuid(), 'of.a.later.version.v9', '{}', $1)`)
  return account
}
