import pg from 'pg'

export type DatabaseWatch = AsyncDisposable & {
  /** Every row of every table of the system's databases, as text. */
  dump(): Promise<string[]>
  /** Every row that was ever put into an outbox, also of those that have left it since. */
  outbox(): Promise<string[]>
  /** Puts a text where a search has to find it: into an outbox, whose row remembers it after it has left. */
  plant(text: string): Promise<void>
}

/** Reads everything as the administrator, and makes the outboxes remember. */
export async function watchDatabases(adminUrl: string, prefix: string): Promise<DatabaseWatch> {
  await using opening = new AsyncDisposableStack()
  const admin = await open(adminUrl)
  opening.defer(() => admin.end())
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [`${prefix}pagebell_`],
  )
  const databases: pg.Client[] = []
  for (const { datname } of rows) {
    const url = new URL(adminUrl)
    url.pathname = `/${datname}`
    const database = await open(url.href)
    opening.defer(() => database.end())
    databases.push(database)
    const { rows: found } = await database.query("select from pg_tables where tablename = 'outbox'")
    if (found.length > 0) await database.query(remember)
  }

  const opened = opening.move()
  return {
    async dump() {
      const dumps = await Promise.all(databases.map(dumpTables))
      return dumps.flat()
    },
    async outbox() {
      const kept = await Promise.all(
        databases.map(async (database) => {
          const { rows: there } = await database.query("select from pg_tables where tablename = 'remembered_outbox'")
          if (there.length === 0) return []
          return (await database.query<{ content: string }>('select content from remembered_outbox')).rows
        }),
      )
      return kept.flat().map(({ content }) => content)
    },
    async plant(text) {
      for (const database of databases) {
        const { rows: there } = await database.query("select from pg_tables where tablename = 'remembered_outbox'")
        if (there.length > 0) return void (await database.query('insert into remembered_outbox values ($1)', [text]))
      }
      throw new Error('No database has an outbox.')
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const remember = `
  create table remembered_outbox (content text not null);
  create function remember_outbox() returns trigger language plpgsql security definer as
    $$ begin insert into public.remembered_outbox values (new::text); return new; end $$;
  create trigger remember_outbox after insert on outbox for each row execute function remember_outbox()`

async function dumpTables(database: pg.Client): Promise<string[]> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await database.query<{ content: string }>(`select one::text as content from ${name} one`)
    // bytea is written as hex; a secret in one would show as its own text's hex.
    found.push(...rows.map(({ content }) => `${name} ${content}`))
  }
  return found
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
