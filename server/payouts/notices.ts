import { amountText } from '#contract/kit/money.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'
import type { PayoutRow } from '#server/payout-store/rows.ts'

type PayoutNotice =
  | 'payout_to_verify'
  | 'payout_to_approve'
  | 'payout_failed'
  | 'payout_returned'
  | 'payout_queued'
  | 'payout_held'
  | 'payout_unknown'
  | 'payout_expiring'
  | 'payout_contradicted'

/** Tells the people of the kind of a payout. */
export const tell = (ctx: Ctx, kind: PayoutNotice, payout: PayoutRow, of: { once?: string } = {}): Promise<void> =>
  notify(ctx, kind, factsOf(payout), of)

/** Tells those who have to verify or approve a payout. */
export const tellWhoMustAct = (ctx: Ctx, payout: PayoutRow): Promise<void> =>
  tell(ctx, payout.waits_for === 'verification' ? 'payout_to_verify' : 'payout_to_approve', payout)

const factsOf = (payout: PayoutRow) => ({
  txn_ref: payout.txn_ref,
  amount: `${amountText(payout.amount_minor, payout.currency, defaultLanguage)} ${payout.currency}`,
  beneficiary: payout.beneficiary_name,
})
