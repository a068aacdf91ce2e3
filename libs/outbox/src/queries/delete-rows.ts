export function deleteRows(ids: string[]) {
  return { name: 'outbox-delete', text: `delete from outbox where id = any($1::uuid[])`, values: [ids] }
}
