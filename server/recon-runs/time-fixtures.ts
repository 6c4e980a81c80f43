import { openRunning } from './fixtures.ts'

export type Timed = Awaited<ReturnType<typeof openTimed>>
/** Runs of a pair whose clock a test moves. */
export async function openTimed() {
  const app = await openRunning()
  const at = (moment: string) => (app.recon.testApp.clock.now = new Date(moment))
  return {
    ...app,
    at,
    /** The first run, by hand. */
    async first(moment: string): Promise<void> {
      at(moment)
      await app.run()
    },
    /** What has been asked for, with why, and when it began. */
    told: async () =>
      (await app.runs()).map(
        ({ causes, asked_at, as_of }) =>
          `${as_of} ${asked_at.slice(11, 16)} ${causes.map(({ kind }) => kind).join(' ')}`,
      ),
    /** As if nothing had been run, in Singapore, with the usual days of rest. */
    async clear(): Promise<void> {
      await app.sql(`delete from pgboss.job where data->>'merchantId' = $1`)
      for (const table of ['recon_outcomes', 'recon_runs', 'notices', 'recon_calendars'])
        await app.sql(`delete from ${table} where merchant_id = $1`)
      await app.sql(
        `update recon_pairs set last_run = 0, answer_run = 0, next_run_at = null, next_due_at = null, wanted_at = null, wanted_since = null,
           wanted_causes = '[]' where merchant_id = $1`,
      )
      await app.sql(`update merchants set time_zone = 'Asia/Singapore' where merchant_id = $1`)
    },
  }
}
