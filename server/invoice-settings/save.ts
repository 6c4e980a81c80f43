import { Fault, fieldFault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { patternFault, type NumberSeries } from '#contract/invoice-numbers.ts'
import type { updateInvoiceSettings as declaration } from '#contract/invoice-settings.ts'
import type { KeptInvoiceSettings } from '#server/db/kept-invoice.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Changes, Ctx } from '#server/kit/ctx.ts'
import { jumpTo } from '#server/invoice-store/numbers.ts'
import { patternOf } from '#server/invoice-store/settings.ts'

type Body = Input<typeof declaration>['body']

/**
 * Saves the given settings, and jumps ahead in a series of numbers. Throws `changedMeanwhile` for another revision than the latest,
 * `invalidRequest` for a pattern that cannot be used, `wrongState` for a number that was drawn already.
 */
export async function saveSettings(ctx: Ctx, body: Body): Promise<void> {
  const { environment: _, revision, next_counter: jump, ...said } = body
  checkPattern('number_pattern', said.number_pattern)
  checkPattern('credit_note_pattern', said.credit_note_pattern)
  const before = await lockSettings(ctx)
  if (before.revision !== revision) throw new Fault('changedMeanwhile')
  const settings: KeptInvoiceSettings = { ...before.settings, ...said }
  ctx.write(
    ctx.own
      .update('invoice_settings')
      .set({ settings: JSON.stringify(settings), revision: revision + 1, updated_at: ctx.now }),
  )
  const jumped = jump ? await jumpIn(ctx, settings, jump) : {}
  ctx.auditSubject(ctx.owner.merchantId, { ...changesFrom(textsOf(before.settings), textsOf(said)), ...jumped })
}

/** The row, made where there is none, and locked until the commit. */
async function lockSettings(ctx: Ctx): Promise<{ revision: number; settings: KeptInvoiceSettings }> {
  const fresh = { revision: 0, settings: '{}', updated_at: ctx.now }
  ctx.write(ctx.own.insert('invoice_settings', fresh).onConflict((conflict) => conflict.doNothing()))
  return ctx.own.select('invoice_settings').select(['revision', 'settings']).forUpdate().executeTakeFirstOrThrow()
}

function checkPattern(path: 'number_pattern' | 'credit_note_pattern', pattern: string | undefined): void {
  const reason = pattern === undefined ? null : patternFault(pattern)
  if (reason) throw fieldFault('invalidRequest', path, reason, 'No numbers can be drawn by this pattern.')
}

async function jumpIn(
  ctx: Ctx,
  settings: KeptInvoiceSettings,
  { series, counter, reason }: { series: NumberSeries; counter: number; reason: string },
): Promise<Changes> {
  const { first, last } = await jumpTo(ctx, series, patternOf(settings, series), { counter: BigInt(counter), reason })
  return madeAs({ [`gap_of_${series}_numbers`]: `${first} – ${last}`, reason })
}

const textsOf = (settings: KeptInvoiceSettings) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : value]),
  )
