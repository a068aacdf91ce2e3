export const url = (page: number): string => `https://site.example/of-a1/${page}`
/** A page of the run that no engine may show. */
export const hidden = 'https://site.example/of-a1/noindex/5'
/** When its load began; milliseconds since 1970. */
export const begun = Date.UTC(2026, 10, 21, 12)

/** The files of a small run without violations. */
export function goodRun(): Record<string, object[]> {
  const submit = { account: 'a1', project: 'site.example', token: 'site.example#1', action: 'update' }
  const quota = { day: { limit: 100, used: 2 }, month: { limit: 1_000, used: 2 } }
  const verdicts = ['accepted', 'accepted']
  const batch = { account_id: '1', project: 'site.example', action: 'update', day: '2026-11-21', month: '2026-11' }
  const at = (ms: number): string => new Date(begun + ms).toISOString()
  const engine = { kind: 'request', verdict: 'taken', host: 'site.example', key: 'key-of-site' }
  return {
    'driver.jsonl': [
      { t: begun - 50, kind: 'account', name: 'a1', id: '1', plan: 'free' },
      { t: begun - 40, kind: 'key', account: 'a1', project: 'site.example', host: 'site.example', key: 'key-of-site' },
      { t: begun - 30, kind: 'token', account: 'a1', project: 'site.example', token: 'site.example#1' },
      { t: begun, kind: 'begin' },
      { t: begun + 10, kind: 'submit.sent', id: 1, ...submit, urls: [url(1), url(2)] },
      { t: begun + 20, kind: 'submit.answered', id: 1, status: 202, batch_id: 'b1', verdicts, quota },
      { t: begun + 30, kind: 'submit.sent', id: 2, ...submit, urls: [url(3)] },
      { t: begun + 40, kind: 'submit.lost', id: 2, why: 'ECONNRESET' },
      { t: begun + 50, kind: 'submit.sent', id: 3, ...submit, urls: [url(1)] },
      { t: begun + 60, kind: 'submit.answered', id: 3, status: 202, batch_id: 'b3', verdicts: ['duplicate'], quota },
      { t: begun + 70, kind: 'control.sent', id: 4, what: 'rotate', account: 'a1', project: 'site.example', tokens: 1 },
      { t: begun + 80, kind: 'control.answered', id: 4, status: 201 },
      { t: begun + 90, kind: 'submit.sent', id: 5, ...submit, urls: [url(4)] },
      { t: begun + 95, kind: 'submit.answered', id: 5, status: 404 },
      {
        t: begun + 96,
        kind: 'submit.sent',
        id: 6,
        ...submit,
        token: 'site.example#2',
        preflight: true,
        urls: [url(6), hidden],
      },
      { t: begun + 97, kind: 'submit.answered', id: 6, status: 202, batch_id: 'b6', verdicts, quota },
      { t: begun + 97.2, kind: 'submit.sent', id: 20, ...submit, token: 'site.example#source', urls: [url(2)] },
      { t: begun + 97.6, kind: 'submit.answered', id: 20, status: 202, batch_id: 'b7', verdicts: ['duplicate'], quota },
      { t: begun + 99, kind: 'end' },
    ],
    'engine.jsonl': [
      { t: begun + 30, ...engine, urls: [url(1), url(2)] },
      { t: begun + 45, ...engine, urls: [url(3)] },
      { t: begun + 98, ...engine, urls: [url(6)] },
    ],
    'intake.batch.jsonl': [
      { ...batch, batch_id: 'b1', urls: [url(1), url(2)], created_at: at(15) },
      { ...batch, batch_id: 'b2', urls: [url(3)], created_at: at(35) },
      { ...batch, batch_id: 'b3', urls: [], created_at: at(55) },
      { ...batch, batch_id: 'b6', urls: [url(6), hidden], created_at: at(96) },
      { ...batch, batch_id: 'b7', urls: [], created_at: at(97) },
    ],
    'intake.given_back.jsonl': [{ account_id: '1', batch_id: 'b6' }],
    'intake.quota_use.jsonl': [
      { account_id: '1', period: '2026-11-21', used: 4, given_back: 1 },
      { account_id: '1', period: '2026-11', used: 4, given_back: 1 },
    ],
    'notifier.deliveries.jsonl': [
      { account_id: '1', batch_id: 'b1', url: url(1), status: 'delivered' },
      { account_id: '1', batch_id: 'b1', url: url(2), status: 'delivered' },
      { account_id: '1', batch_id: 'b2', url: url(3), status: 'delivered' },
      { account_id: '1', batch_id: 'b6', url: url(6), status: 'delivered' },
      { account_id: '1', batch_id: 'b6', url: hidden, status: 'skipped', reason: 'noindex' },
    ],
  }
}
