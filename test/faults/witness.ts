import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A payment as the simulated provider's own file tells it: the second witness. */
export interface ProviderPayment {
  /** What the gateway called it. */
  key: string
  ref: string
  amountMinor: bigint
  currency: string
  /** As of the last line about it. */
  status: string
  /** How many lines say that it was begun: one, unless the provider itself did it twice. */
  begun: number
  /** The card's manner, such as 'callbacks_thrice'. */
  scenario: string
}

/** A refund as the same file tells it. */
export interface ProviderRefund {
  key: string
  ref: string
  /** What the gateway called the payment. */
  paymentKey: string
  amountMinor: bigint
  currency: string
  /** As of the last line about it. */
  status: string
  /** How many lines say that it was begun. */
  begun: number
}

export interface Witness {
  payments: ProviderPayment[]
  refunds: ProviderRefund[]
  /** Events that no call-back has delivered yet. */
  undelivered: number
}

/** Reads the simulator's file line by line, with no code of the simulator's. A torn last line was never answered. */
export async function readWitness(simulatorDir: string): Promise<Witness> {
  const text = await readFile(join(simulatorDir, 'events.ndjson'), 'utf8')
  const payments = new Map<string, ProviderPayment>()
  const refunds = new Map<string, ProviderRefund>()
  const undelivered = new Set<string>()
  for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    if (line === '') continue
    const record = JSON.parse(line) as Record<string, string>
    const { type, key = '', event = '', status = '' } = record
    if (type === 'delivery') undelivered.delete(event)
    if (type === 'payment' || type === 'refund' || type === 'settlement') undelivered.add(event)
    const known = payments.get(key)
    const refund = refunds.get(key)
    if (type === 'settlement' && known) known.status = status
    if (type === 'settlement' && refund) refund.status = status
    if (type === 'refund' && refund) refund.begun += 1
    if (type === 'refund' && !refund) {
      const { ref = '', amount_minor = '0', currency = '', payment_key: paymentKey = '' } = record
      refunds.set(key, { key, ref, paymentKey, amountMinor: BigInt(amount_minor), currency, status, begun: 1 })
    }
    if (type === 'payment' && known) known.begun += 1
    if (type === 'payment' && !known) {
      const { ref = '', amount_minor = '0', currency = '', scenario = '' } = record
      payments.set(key, { key, ref, amountMinor: BigInt(amount_minor), currency, status, begun: 1, scenario })
    }
  }
  return { payments: [...payments.values()], refunds: [...refunds.values()], undelivered: undelivered.size }
}
