import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ExportSchedule } from '#contract/export-schedules.ts'
import type { Role } from '#contract/access.ts'
import { openExporting, type Exporting } from '#server/exports/fixtures.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { newId } from '#server/kit/db/id.ts'
import { insertLinks } from '#server/payment-links/fixtures.ts'
import type { Answer, TestSession } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { runExportSchedule } from './jobs.ts'

let exporting: Exporting
/** The next 08:00 of the merchant's zone, in eleven hours. */
const start = new Date('2026-03-01T13:00:00Z')
const day = 86_400_000
beforeAll(async () => {
  exporting = await openExporting()
  // One link for each of the seventeen days to 1 March 2026, at midnight of UTC, and again.
  await insertLinks(exporting.testApp, exporting.merchant, 34)
})
beforeEach(() => {
  exporting.testApp.clock.now = start
})
afterAll(() => exporting.close())

const asked = () => ({
  name: `Schedule ${newId()}`,
  of: 'exportPaymentLinks',
  path: { key: exporting.merchant.key },
  request: { format: 'csv', columns: [{ key: 'created_at' }] },
  every: 'day',
  hour: 8,
  period: 'yesterday',
})
const create = (changes: object = {}, by = exporting.session): Promise<Answer> =>
  exporting.testApp.call(
    by,
    'POST',
    '/api/export-schedules',
    { ...asked(), ...changes },
    { 'idempotency-key': newId() },
  )
async function created(changes: object = {}, by?: TestSession): Promise<ExportSchedule> {
  const answer = await create(changes, by)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.content as unknown as ExportSchedule
}
async function read({ schedule_id: id }: Pick<ExportSchedule, 'schedule_id'>): Promise<ExportSchedule> {
  const all = await exporting.testApp.call(exporting.session, 'GET', '/api/export-schedules')
  const found = (all.body.content as unknown as ExportSchedule[]).find((one) => one.schedule_id === id)
  if (!found) throw new Error('no such schedule')
  return found
}
const filesOf = ({ schedule_id: id }: Pick<ExportSchedule, 'schedule_id'>) =>
  exporting.sql<{ export_id: string; due_at: Date; status: string; shared_with: string[]; rows: number }>(
    'select export_id, due_at, status, shared_with, rows from export_files where schedule_id = $1 order by due_at',
    id,
  )
/** Lets the time go on without a worker, and then lets the worker do what is due. */
async function later(ms: number): Promise<void> {
  exporting.testApp.clock.now = new Date(start.getTime() + ms)
  const { serveParts } = exporting.testApp
  await sweepJobs(
    { ...serveParts, declared: [runExportSchedule as never] },
    { merchantId: exporting.merchant.merchantId, environment: 'sandbox' },
  )
  const until = exporting.testApp.clock.now
  await runJobs(exporting.testApp, { names: ['run-export-schedule'], until, dated: true })
  await exporting.run()
}
const as = (roles: Role[]) => exporting.testApp.signIn(exporting.merchant, { roles })

describe('a scheduled export', () => {
  it('is made at its hour of the zone, with the rows of its period', async () => {
    const schedule = await created()
    expect(schedule).toMatchObject({
      status: 'active',
      format: 'csv',
      next_at: '2026-03-02 00:00:00',
      last_at: null,
    })
    await later(10 * 3_600_000)
    expect(await filesOf(schedule)).toEqual([])
    await later(12 * 3_600_000)
    const [file, ...others] = await filesOf(schedule)
    expect(others).toEqual([])
    expect(file).toMatchObject({ status: 'ready', due_at: new Date('2026-03-02T00:00:00Z') })
    // Of 1 March in Singapore, which is from 16:00 of the day before in UTC: those of 1 March, 00:00.
    expect(file?.rows).toBe(2)
    expect(await read(schedule)).toMatchObject({
      next_at: '2026-03-03 00:00:00',
      last_at: '2026-03-02 00:00:00',
    })
  })

  it('is made once for each moment that passed without a worker, but not what would be removed by now', async () => {
    const schedule = await created()
    await later(3 * day)
    await later(3 * day)
    expect((await filesOf(schedule)).map(({ due_at }) => due_at.toISOString())).toEqual([
      '2026-03-02T00:00:00.000Z',
      '2026-03-03T00:00:00.000Z',
      '2026-03-04T00:00:00.000Z',
    ])
    await later(40 * day)
    expect(await filesOf(schedule)).toHaveLength(3 + 7)
  })

  it('takes the period in place of a filter by time', async () => {
    const filters = { created_at: { from: '2026-02-01T00:00:00Z', to: '2026-02-02T00:00:00Z' } }
    const schedule = await created({ request: { format: 'csv', filters }, period: 'last_7_days' })
    await later(day)
    expect((await filesOf(schedule))[0]?.rows).toBe(14)
  })

  it('is for users who may see the list, who are told and can download it', async () => {
    const [may, mayNot] = [await as(['payment-links-user']), await as(['recon-user'])]
    const refused = await create({ recipients: [may.subUserId, mayNot.subUserId] })
    expect(refused.body['errors']).toMatchObject([{ path: 'recipients.1', reason: 'may_not_see' }])
    const schedule = await created({ recipients: [may.subUserId] })
    expect(schedule.recipients).toEqual([{ sub_user_id: may.subUserId, name: 'Test User' }])
    await later(day)
    const [file] = await filesOf(schedule)
    const id = file?.export_id ?? ''
    await exporting.sql(`update sessions set expires_at = 'infinity', last_seen_at = now()`)
    expect((await exporting.file(id, may)).status).toBe(200)
    expect((await exporting.file(id, await as(['payment-links-user']))).status).toBe(404)
    const told = await exporting.sql(
      `select 1 from notices where kind = 'export_ready' and facts->>'export_id' = $1`,
      id,
    )
    expect(told).toHaveLength(2)
    await exporting.sql(`update sub_users set roles = '{recon-user}' where sub_user_id = $1`, may.subUserId)
    expect((await exporting.file(id, may)).status).toBe(403)
  })

  it('pauses when its author loses the right to the list, says so, and goes on when it is resumed', async () => {
    const author = await as(['payment-links-user'])
    const schedule = await created({}, author)
    await exporting.sql(`update sub_users set roles = '{recon-user}' where sub_user_id = $1`, author.subUserId)
    await later(day)
    expect(await filesOf(schedule)).toEqual([])
    expect(await read(schedule)).toMatchObject({ status: 'paused', reason: 'no_right', next_at: null })
    const told = await exporting.sql<{ to_sub_user: string }>(
      `select to_sub_user from notices where kind = 'export_schedule_paused' and facts->>'schedule' = $1`,
      schedule.name,
    )
    expect(told).toEqual([{ to_sub_user: author.subUserId }])
    await exporting.sql(`update sub_users set roles = '{payment-links-user}' where sub_user_id = $1`, author.subUserId)
    const { name, every, hour, period, schedule_id } = schedule
    const body = { name, every, hour, period, status: 'active' }
    const path = `/api/export-schedules/${schedule_id}`
    expect((await exporting.testApp.call(exporting.session, 'PUT', path, body)).status).toBe(200)
    await later(2 * day)
    expect(await filesOf(schedule)).toHaveLength(1)
  })

  it('makes nothing any more when it is deleted, and its files stay', async () => {
    const schedule = await created()
    await later(day)
    const path = `/api/export-schedules/${schedule.schedule_id}`
    expect((await exporting.testApp.call(exporting.session, 'DELETE', path)).status).toBe(200)
    await later(5 * day)
    expect(await filesOf(schedule)).toHaveLength(1)
  })

  it('is of its author and of administrators, has a name of its own and is of what its author may see', async () => {
    const [author, other] = [await as(['payment-links-user']), await as(['payment-links-user'])]
    const schedule = await created({}, author)
    const path = `/api/export-schedules/${schedule.schedule_id}`
    expect((await exporting.testApp.call(other, 'DELETE', path)).status).toBe(404)
    const listed = await exporting.testApp.call(other, 'GET', '/api/export-schedules')
    expect(listed.text).not.toContain(schedule.schedule_id)
    expect((await create({ name: schedule.name })).body['status_reason']).toBe('DUPLICATE_FOUND_ERROR')
    expect((await create({}, await as(['recon-user']))).status).toBe(403)
    expect((await create({ request: { surplus: 1 } })).status).toBe(400)
    expect((await create({ hour: 24 })).status).toBe(400)
  })
})
