import { lockFolder } from './lock.ts'
import type { PaymentRecord } from './records.ts'
import { openStore } from './store.ts'

/** A payment that was captured at some time, as if the simulator had been asked for it then. */
export interface PastPayment {
  key: string
  ref: string
  at: Date
  amountMinor: bigint
  currency: string
  card: { brand: string; masked: string } | null
}

/**
 * Writes captured payments into the simulator's file, so that they can be refunded; they are on disk when it resolves. Fails
 * while a simulator runs on the folder.
 */
export async function recordPast(dir: string, payments: readonly PastPayment[]): Promise<void> {
  const lock = await lockFolder(dir)
  try {
    const store = await openStore(dir, () => undefined)
    for (const payment of payments) void store.append(recordOf(payment))
    await store.durable().finally(() => store.close())
  } finally {
    await lock.release()
  }
}

const recordOf = ({ key, ref, at, amountMinor, currency, card }: PastPayment): PaymentRecord => ({
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
  callback_url: '',
  scenario: 'success',
  past: true,
  ...(card && { card: card as NonNullable<PaymentRecord['card']> }),
})
