import type { OfferedMethod } from '#contract/methods.ts'
import { pastBankLine, type PastBankEffect } from './bank/past.ts'
import { lockFolder } from './lock.ts'
import { newPage } from './means.ts'
import type { Grant, Line, MandateChangeRecord, MandateRecord, MovementRecord, PaymentRecord } from './records.ts'
import { pastRemittanceLine, type PastRemittanceEffect } from './remittance/past.ts'
import type { Flaw } from './settlement/records.ts'
import { openStore } from './store.ts'

/** A payment that was captured at some time, as if the simulator had been asked for it then. */
export interface PastPayment {
  key: string
  ref: string
  at: Date
  amountMinor: bigint
  currency: string
  card: { brand: string; masked: string } | null
  /** The merchant account that it is settled with; the first one unless it is given. */
  merchantAccount?: string
  /** Cards unless it is given. */
  method?: { type: OfferedMethod; subType: string }
  country?: string
  /** To where its settlement is told, unless that was told before too; nowhere unless it is given. */
  callbackUrl?: string
  /** The mandate that came with it, or the key of the one by which it was charged. */
  mandate?: { grant: PastGrant } | { of: string }
}
/** A refund of such a payment. */
export interface PastRefund {
  refund: string
  ref: string
  paymentKey: string
  at: Date
  amountMinor: bigint
  currency: string
}
/** A flaw that was asked for, so that a file of then has it. */
export interface PastFlaw {
  flawOf: string
  at: Date
  flaw: Flaw
}
/** What a mandate of the past is charged by. */
export interface PastGrant {
  token: string
  masked: string
  /** Empty for an account. */
  brand: string
  expiresAt: Date | null
}
/** A mandate that was set up without money. */
export interface PastMandate {
  key: string
  ref: string
  at: Date
  currency: string
  method: MandateRecord['method']
  grant: PastGrant
}
/** The end of a mandate. */
export interface PastRevocation {
  revoked: string
  at: Date
}
export type PastEffect =
  | PastPayment
  | PastRefund
  | PastFlaw
  | PastMandate
  | PastRevocation
  | PastBankEffect
  | PastRemittanceEffect

/**
 * Writes captured payments, refunds, mandates, virtual accounts, deposits and remittances into the simulator's file, so that they can be refunded and charged; they are on disk when it
 * resolves. Fails while a simulator runs on the folder.
 */
export async function recordPast(dir: string, effects: readonly PastEffect[]): Promise<void> {
  const lock = await lockFolder(dir)
  try {
    const store = await openStore(dir, () => undefined)
    for (const effect of effects) void store.append(lineOf(effect))
    await store.durable().finally(() => store.close())
  } finally {
    await lock.release()
  }
}

function lineOf(effect: PastEffect): Line {
  if ('remittance' in effect || 'remitted' in effect || 'settled' in effect) return pastRemittanceLine(effect)
  if ('account' in effect || 'deposit' in effect || 'payout' in effect || 'ended' in effect) return pastBankLine(effect)
  if ('revoked' in effect) return endOf(effect)
  if ('refund' in effect) return refundOf(effect)
  if ('flawOf' in effect)
    return { type: 'settlement_flaw', at: effect.at.toISOString(), account: effect.flawOf, flaw: effect.flaw }
  return 'grant' in effect ? mandateOf(effect) : recordOf(effect)
}

const recordOf = ({ key, ref, at, amountMinor, currency, card, mandate, ...more }: PastPayment): PaymentRecord => ({
  type: 'payment',
  at: at.toISOString(),
  key,
  digest: '',
  ref,
  event: `evt_${key}`,
  amount_minor: amountMinor.toString(),
  currency,
  status: 'captured',
  capture: true,
  callback_url: more.callbackUrl ?? '',
  scenario: 'success',
  past: true,
  ...(card && { card: card as NonNullable<PaymentRecord['card']> }),
  ...(more.merchantAccount && { account: more.merchantAccount }),
  ...(more.country && { country: more.country }),
  ...(more.method && { method: { type: more.method.type, sub_type: more.method.subType } }),
  ...(mandate && {
    mandate:
      'of' in mandate ? { of: mandate.of, off_session: true } : { page: newPage(), grant: grantOf(mandate.grant) },
  }),
})

const refundOf = ({ refund: key, ref, paymentKey, at, amountMinor, currency }: PastRefund): MovementRecord => ({
  type: 'refund',
  at: at.toISOString(),
  key,
  digest: '',
  ref,
  event: `evt_${key}`,
  amount_minor: amountMinor.toString(),
  currency,
  status: 'succeeded',
  payment_key: paymentKey,
  past: true,
})

const mandateOf = ({ key, ref, at, currency, method, grant }: PastMandate): MandateRecord => ({
  type: 'mandate',
  past: true,
  at: at.toISOString(),
  key,
  digest: '',
  ref,
  event: `evt_${key}`,
  currency,
  status: 'active',
  method,
  scenario: 'success',
  grant: grantOf(grant),
  description: '',
  callback_url: '',
  return_url: '',
  page: newPage(),
})

const endOf = ({ revoked, at }: PastRevocation): MandateChangeRecord => ({
  type: 'mandate_change',
  past: true,
  at: at.toISOString(),
  key: revoked,
  event: `evt_${revoked}_end`,
  change: 'revoked',
})

const grantOf = ({ token, masked, brand, expiresAt }: PastGrant): Grant => ({
  token,
  masked,
  ...(brand && { brand: brand as NonNullable<Grant['brand']> }),
  ...(expiresAt && { good_until: expiresAt.toISOString() }),
})
