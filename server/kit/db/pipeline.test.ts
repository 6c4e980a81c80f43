import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/postgres.ts'
import { openDatabase, type Database, type Transaction } from './db.ts'

/** One connection, so that a transaction meets whatever state the one before left on it. */
let place: TestDatabase
let database: Database
beforeAll(async () => {
  place = await testDatabase()
  database = openDatabase(place.url, { most: 1 })
})
afterAll(async () => {
  await database.close()
  await place.drop()
})
const inTransaction = <T>(work: (tx: Transaction) => Promise<T>) => database.transaction(null, work)
const codeOf = (error: unknown) => (error as { code?: string }).code

/** Statements that return their number several times, or fail in parsing or in execution. */
const statements = {
  rows: (n: number) => ({ text: `select ${n} as n from generate_series(1, $1)`, values: [n % 3] }),
  unreadable: (n: number) => ({ text: `select ${n} as n from nowhere_${n}`, values: [] }),
  failing: (n: number) => ({ text: `select ${n} / $1::int as n`, values: [0] }),
}
const asked = fc.array(
  fc.record({ kind: fc.constantFrom('rows', 'rows', 'rows', 'unreadable', 'failing'), number: fc.nat(9) }),
  { minLength: 1, maxLength: 8 },
) as fc.Arbitrary<{ kind: keyof typeof statements; number: number }[]>

describe('statements sent in one iteration of the event loop', () => {
  it('get the same answers as one by one: each its own rows, up to the first error', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (all) => {
        const failsAt = all.findIndex(({ kind }) => kind !== 'rows')
        let settled: PromiseSettledResult<unknown>[] = []
        const done = inTransaction(async (tx) => {
          const answers = all.map(({ kind, number }) => {
            const { text, values } = statements[kind](number)
            return tx.query<{ n: number }>(text, values)
          })
          settled = await Promise.allSettled(answers)
          await Promise.all(answers)
        })
        if (failsAt < 0) await done
        else expect(codeOf(await done.catch((error: unknown) => error))).toMatch(/42P01|22012/)
        expect(settled).toHaveLength(all.length)
        for (const [at, { kind, number }] of all.entries()) {
          const answer = settled[at] as PromiseSettledResult<{ n: number }[]>
          if (failsAt < 0 || at < failsAt)
            expect(answer).toEqual({
              status: 'fulfilled',
              value: Array.from({ length: number % 3 }, () => ({ n: number })),
            })
          else {
            // A skipped statement was never parsed, so the next one with its text fails with an unknown name.
            const code = at > failsAt ? /25P02|26000/ : kind === 'failing' ? /22012/ : /42P01/
            expect(answer).toMatchObject({ status: 'rejected', reason: { code: expect.stringMatching(code) } })
          }
        }
      }),
      { numRuns: 200 },
    )
  })

  it('can be sent again on the same connection where an earlier error skipped them', async () => {
    const behind = 'select 17 as never_parsed_before, $1::int as given'
    const failed = inTransaction((tx) => Promise.all([tx.query('select 1 / $1::int', [0]), tx.query(behind, [1])]))
    await expect(failed).rejects.toMatchObject({ code: '22012' })
    expect(await inTransaction((tx) => tx.query(behind, [2]))).toEqual([{ never_parsed_before: 17, given: 2 }])
  })

  it('end the connection when a value cannot be written, and the next has another', async () => {
    const broken = { toPostgres: () => { throw new Error('no value') } } // prettier-ignore
    const failed = inTransaction((tx) => Promise.all([tx.query('select $1::text', [broken]), tx.query('select 2', [])]))
    await expect(failed).rejects.toThrow('no value')
    expect(await inTransaction((tx) => tx.query('select 3 as three', []))).toEqual([{ three: 3 }])
  })

  it('fail at once where the connection is gone, as later ones do', async () => {
    const failed = inTransaction(async (tx) => {
      await tx.query('select pg_terminate_backend(pg_backend_pid())', []).catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 50))
      const first = await tx.query('select 1', []).catch((error: unknown) => error)
      const second = await tx.query('select 2', []).catch((error: unknown) => error)
      return [first, second]
    })
    await expect(failed).rejects.toThrow(/terminat|not queryable|ECONNRESET/i)
    expect(await inTransaction((tx) => tx.query('select 3 as three', []))).toEqual([{ three: 3 }])
  })

  it('fail with the first error, not with those that follow from it', async () => {
    const change = { sql: 'select 18 as never_parsed_either', parameters: [] }
    const failed = inTransaction(async (tx) => {
      const first = tx.query('select 1 / $1::int', [0])
      tx.write(change)
      tx.write(change)
      await first
    })
    await expect(failed).rejects.toMatchObject({ code: '22012' })
  })

  it('cannot be sent after the commit or the rollback', async () => {
    let late: Promise<unknown> | undefined
    const straggle = (tx: Transaction) => {
      late = new Promise((resolve) => setImmediate(resolve)).then(() => tx.query('select 1', []))
      late.catch(() => {})
    }
    await inTransaction(async (tx) => straggle(tx))
    await expect(late).rejects.toThrow('after the end')
    await inTransaction(async (tx) => {
      straggle(tx)
      throw new Error('gone')
    }).catch(() => {})
    await expect(late).rejects.toThrow('after the end')
  })
})
