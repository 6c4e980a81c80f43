import { Fault, fieldFault } from '#contract/faults.ts'
import { isDay } from '#contract/kit/text-forms.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/recon-calendar.ts'
import { readHolidaySheet } from '#contract/recon-calendar.ts'
import { listCalendars } from '#server/calendars/calendar.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { readSheet } from '#server/kit/files/read-sheet.ts'
import { wantRuns } from '#server/recon-sources/want-runs.ts'
import { readKept, type Kept } from './kept.ts'

export const handlers: Handlers<typeof contract> = {
  readReconCalendar: shown,

  async saveReconCalendar(ctx, { body }) {
    const known = (await listCalendars(ctx)).map(({ country }) => country)
    if (body.country !== '' && !known.includes(body.country))
      throw fieldFault('invalidRequest', 'country', 'calendar_unknown', 'The holidays of this country are not known.')
    const before = await readKept(ctx)
    if (before.version !== body.version) throw new Fault('changedMeanwhile')
    const holidays = Object.fromEntries(body.holidays.map(({ day, name }) => [day, name]))
    const after = { weekend: [...new Set(body.weekend)].toSorted((a, b) => a - b), country: body.country, holidays }
    const row = {
      ...after,
      holidays: JSON.stringify(holidays),
      version: before.version + 1,
      updated_by: ctx.actor.name,
      updated_at: ctx.now,
    }
    const written = await ctx.own
      .insert('recon_calendars', row)
      .onConflict((conflict) =>
        conflict
          .columns(['merchant_id', 'environment'])
          .doUpdateSet(row)
          .where('recon_calendars.version', '=', before.version),
      )
      .executeTakeFirstOrThrow()
    if (written.numInsertedOrUpdatedRows !== 1n) throw new Fault('changedMeanwhile')
    await wantRuns(ctx, 'all', { kind: 'calendar', ref: String(before.version + 1) })
    ctx.auditSubject(ctx.owner.merchantId, changesFrom(inWords(before), inWords({ ...before, ...after })))
    return shown(ctx)
  },

  readHolidaySheet: prepared(readHolidaySheet, {
    prepare: async (_before, { file }) =>
      readSheet({ name: file.name, bytes: await file.bytes(), rowsMost: limits.reconHolidays + 1 }, 'file'),
    handle: async (_ctx, _input, _http, rows: string[][]) => holidaysOf(rows),
  }),
}

async function shown(ctx: Ctx) {
  const [kept, calendars] = await Promise.all([readKept(ctx), listCalendars(ctx)])
  const holidays = Object.entries(kept.holidays).map(([day, name]) => ({ day, name }))
  return {
    ...kept,
    holidays: holidays.toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    countries: calendars.map(({ country, last_year }) => ({ country, last_year })),
  }
}

const inWords = ({ weekend, country, holidays }: Kept) => ({
  weekend: weekend.join(', '),
  country,
  holidays: Object.entries(holidays)
    .map(([day, name]) => `${day} ${name}`.trim())
    .toSorted()
    .join('; '),
})

/** The holidays of a sheet: each row has one, in whichever column the day stands. The first row may be titles. */
function holidaysOf(rows: readonly string[][]) {
  const filled = rows
    .map((cells, at) => ({ row_no: at + 1, cells: cells.map((cell) => cell.trim()).filter((cell) => cell !== '') }))
    .filter(({ cells }) => cells.length > 0)
  const holidays = new Map<string, string>()
  const unread: { row_no: number; value: string }[] = []
  for (const [at, { row_no, cells }] of filled.entries()) {
    // A date of a workbook has a time of day, midnight.
    const days = cells.map((cell) => cell.replace(/[T ]00:00(?::00(?:\.0+)?)?Z?$/, ''))
    const place = days.findIndex(isDay)
    const others = cells.filter((_cell, other) => other !== place)
    const name = (others.find((cell) => !/^\d+$/.test(cell)) ?? '').slice(0, 100)
    if (place >= 0) holidays.set(days[place] as string, name)
    else if (at > 0) unread.push({ row_no, value: cells.join(' ').slice(0, 200) })
  }
  const found = [...holidays].map(([day, name]) => ({ day, name }))
  return { holidays: found.toSorted((a, b) => (a.day < b.day ? -1 : 1)), unread }
}
