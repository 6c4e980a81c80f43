import { converted, type Rate } from '#contract/exchange-rates.ts'
import { amountText, type Currency } from '#contract/kit/money.ts'
import type { UncutReason } from '#contract/remittance-states.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'
import type { RemittanceRow } from './rows.ts'

/** Tells people how a settlement has ended. */
export const tell = (
  ctx: Ctx,
  kind: 'remittance_paid' | 'remittance_ended' | 'remittance_failed',
  row: RemittanceRow,
): Promise<void> => notify(ctx, kind, factsOf(row))

/** @param row as it was before the money came back. */
export const tellReturned = (ctx: Ctx, row: RemittanceRow, returnedMinor: bigint): Promise<void> =>
  notify(ctx, 'remittance_returned', { ...factsOf(row), returned: money(returnedMinor, row.destination_currency) })

/** Tells why a settlement is not sent, and who ends that. */
export const tellHeld = (ctx: Ctx, row: RemittanceRow, holds: readonly string[]): Promise<void> =>
  notify(ctx, 'remittance_held', { ...factsOf(row), reason: holds.join(' ') })

/** Tells what a settlement comes to at the rate of its cut, and at the lower one of this moment. */
export function tellRateMoved(ctx: Ctx, row: RemittanceRow, rates: { atCut: Rate; applied: Rate }): Promise<void> {
  const destination = row.destination_currency as Currency
  const at = (rate: Rate) => converted(row.net_bc, rate, row.base_currency as Currency, destination)
  const [before, now] = [at(rates.atCut), at(rates.applied)]
  return notify(ctx, 'remittance_rate_moved', {
    ...factsOf(row),
    before: money(before, destination),
    now: money(now, destination),
    loss: money(before - now, destination),
  })
}

/** Tells why a period goes on, once for each reason until it is cut. */
export async function tellNotCut(
  ctx: Ctx,
  open: RemittanceRow,
  { reason, soldMinor, netMinor, until }: { reason: UncutReason; soldMinor: bigint; netMinor: bigint; until: string },
): Promise<void> {
  if (open.uncut === reason) return
  await notify(ctx, 'remittance_not_cut', {
    settlement_ref: open.settlement_ref,
    sold: money(soldMinor, open.source_currency),
    net: money(netMinor, open.base_currency),
    until,
    reason,
  })
}

/** Tells that a provider says another amount than it was told to send. */
export const tellOtherAmount = (ctx: Ctx, row: RemittanceRow, saidMinor: bigint): Promise<void> =>
  notify(ctx, 'remittance_amount_differs', { ...factsOf(row), said: money(saidMinor, row.destination_currency) })

/** Tells that a provider has said two ends of one attempt; its word comes again and again. */
export const tellContradicted = (ctx: Ctx, row: RemittanceRow, evidence: string): Promise<void> =>
  notify(ctx, 'remittance_contradicted', factsOf(row), { once: `${row.settlement_ref}:${row.attempts} ${evidence}` })

/** Tells that a provider has settled what was not expected. */
export const tellSettledDiffers = (
  ctx: Ctx,
  of: { channelKey: string; providerRef: string; lines: number },
): Promise<void> =>
  notify(ctx, 'provider_settlement_differs', {
    channel: of.channelKey,
    provider_ref: of.providerRef,
    lines: String(of.lines),
  })

/** What was sold, and what comes of it: what is sent, once that is known. */
function factsOf(row: RemittanceRow) {
  const sent = row.returned_dc ?? row.net_amount_transferred_dc
  return {
    settlement_ref: row.settlement_ref,
    amount: sent === null ? money(row.net_bc, row.base_currency) : money(sent, row.destination_currency),
    sold: money(row.total_txn_amount_sc, row.source_currency),
  }
}

const money = (minor: bigint, currency: string): string =>
  `${amountText(minor, currency as Currency, defaultLanguage)} ${currency}`
