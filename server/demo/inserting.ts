import type { Client, CustomTypesConfig } from 'pg'
import { recognise } from '#server/db/engine/engine.ts'
import type { Inserting } from '#server/db/engine/insert-from.ts'

/** For inserting by a connection of the owner. */
export function insertingBy(client: Client): Inserting {
  const types = { getTypeParser: () => (value: unknown) => value } as unknown as CustomTypesConfig
  return {
    engine: () => recognise(client),
    query: async <R extends object>(text: string, values: unknown[]) => (await client.query(text, values)).rows as R[],
    read: async (text, values = []) =>
      (await client.query({ text, values, rowMode: 'array', types })).rows as string[][],
  }
}
