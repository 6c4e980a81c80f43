import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { ThirdPartyUpload } from '#contract/third-party.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { csvOf, openTelling, rowOf, type Telling } from './fixtures.ts'
import { forgetThirdPartyUpload, readThirdPartySheet } from './jobs.ts'

/** Sheets that a job loads: whatever dies meanwhile, all of their rows are there or none. */
let telling: Telling
beforeAll(async () => {
  telling = await openTelling()
})
afterAll(() => telling.close())

let sheets = 0
/** A sheet that is too large to be loaded at once. */
function largeSheet(count = 4_000): Buffer {
  const sheet = (sheets += 1)
  const bytes = csvOf(Array.from({ length: count }, (_, at) => rowOf(`${sheet}-${at}`, { payer: 'x'.repeat(40) })))
  if (bytes.length <= limits.thirdPartyAtOnceBytes) throw new Error('this sheet is loaded at once')
  return bytes
}
const take = async (bytes: Buffer, how = {}) => telling.uploadOf(await telling.upload(bytes, how))

/** Runs the job until its process would be killed: after so many statements, or at the commit. */
async function runAndDie({ upload_id: uploadId }: ThirdPartyUpload, afterStatements: number): Promise<void> {
  const { serveParts } = telling.testApp
  const { database } = serveParts
  let sent = 0
  const dying: typeof database = {
    ...database,
    transaction: (scope, work) =>
      database.transaction(scope, async (tx) => {
        const query: typeof tx.query = (text, values) => {
          if (++sent > afterStatements) throw new Error('killed')
          return tx.query(text, values)
        }
        const done = await work({ ...tx, query })
        if (afterStatements === Number.POSITIVE_INFINITY) throw new Error('killed')
        return done
      }),
  }
  const { merchantId } = telling.merchant
  const data = { merchantId, environment: 'sandbox', uploadId }
  const parts = { ...serveParts, database: dying }
  await expect(runJob(readThirdPartySheet as never, data, parts, new AbortController().signal)).rejects.toThrow('killed')
} // prettier-ignore

describe('a large sheet', () => {
  it('is loaded by a job, says so meanwhile, and its file is gone afterwards', async () => {
    const upload = await take(largeSheet())
    expect(upload).toMatchObject({ state: 'reading', rows: 0, finished_at: null })
    await telling.work()
    expect(await telling.read(upload)).toMatchObject({ state: 'loaded', rows: 4_000, valid: 4_000, errors: 0 })
    const [left] = await telling.testApp.owner.transaction(null, (tx) =>
      tx.query<{ count: bigint }>('select count(*) from third_party_parts', []),
    )
    expect(left?.count).toBe(0n)
  })

  it('is there whole or not at all, wherever its process is killed, and the next one loads it', async () => {
    const before = await telling.count()
    const upload = await take(largeSheet())
    for (const statements of [1, 2, 3, Number.POSITIVE_INFINITY]) {
      await runAndDie(upload, statements)
      expect(await telling.count()).toBe(before)
      expect((await telling.read(upload)).state).toBe('reading')
    }
    await telling.work()
    expect(await telling.count()).toBe(before + 4_000)
  })

  it('adds nothing when it is refused at its end, and says why', async () => {
    const before = await telling.count()
    const upload = await take(Buffer.concat([largeSheet(), Buffer.from('\n"never closed')]))
    await telling.work()
    expect(await telling.read(upload)).toMatchObject({ state: 'refused', reason: 'unreadable_file', valid: 0 })
    expect(await telling.count()).toBe(before)
  })

  it('that was only checked is forgotten after some days, and one that was loaded is not', async () => {
    const checked = await telling.take([rowOf('forget')], { dryRun: true })
    const loaded = await telling.take([rowOf('forget')])
    const { merchantId } = telling.merchant
    const { clock, serveParts } = telling.testApp
    clock.now = new Date(Date.now() + (limits.thirdPartyCheckDays + 1) * 86_400_000)
    for (const { upload_id: uploadId } of [checked, loaded]) {
      const data = { merchantId, environment: 'sandbox', uploadId }
      await runJob(forgetThirdPartyUpload as never, data, serveParts, new AbortController().signal)
    }
    clock.now = null
    await expect(telling.read(checked)).rejects.toThrow('RECORD_NOT_FOUND_ERROR')
    expect((await telling.read(loaded)).state).toBe('loaded')
  })
})
