import { Client } from 'pg'

/** Runs statements as the schema's owner, to whom row-level security does not apply. */
export async function asOwner<T extends object>(url: string, sql: string, values: unknown[] = []): Promise<T[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(sql, values)).rows
  } finally {
    await client.end()
  }
}
