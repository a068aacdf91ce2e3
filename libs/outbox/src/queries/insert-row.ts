type Row = { id: string; message: string; body: object; traceparent: string | undefined }

/** The same id twice is one row. */
export function insertRow({ id, message, body, traceparent }: Row) {
  return {
    name: 'outbox-insert',
    text: `insert into outbox (id, message, body, traceparent) values ($1, $2, $3, $4) on conflict (id) do nothing`,
    values: [id, message, JSON.stringify(body), traceparent ?? null],
  }
}
