import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A payment at one of the providers that the simulator speaks as, or at the simulator itself, as the one file tells it. */
export interface ChannelPayment {
  /** 'stripe', 'paypal', 'xendit' or 'simulator'. */
  provider: string
  /** What the gateway called it. */
  orderRef: string
  /** The provider's own reference. */
  ref: string
  /** As of the last line about it; 'open' for what nobody has paid. */
  status: string
  amountMinor: bigint
  currency: string
}

/** Reads the simulator's file over all of its dialects, with no code of the simulator's. */
export async function readChannelWitness(simulatorDir: string): Promise<ChannelPayment[]> {
  const text = await readFile(join(simulatorDir, 'events.ndjson'), 'utf8')
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n').filter(Boolean) // prettier-ignore
  const payments = new Map<string, ChannelPayment>()
  const entered = new Map<string, string>()
  for (const line of lines) {
    const record = JSON.parse(line) as Record<string, string> & { entry: Entry; dialect: string }
    const { type, key = '', status = '' } = record
    if (type === 'dialect') {
      const orderRef = orderOf(record.entry)
      const place = `${record.dialect}:${record.entry['id']}`
      if (orderRef === undefined) continue
      entered.set(place, orderRef)
      const { amount_minor: amount = '0', currency = '' } = record.entry
      const open = { status: 'open', amountMinor: BigInt(amount), currency }
      payments.set(place, { provider: record.dialect, orderRef, ref: String(record.entry['id']), ...open })
    }
    if (type === 'payment') {
      const [provider = '', ref = ''] = key.includes(':') ? key.split(':') : ['simulator', record['ref']]
      const { amount_minor: amount = '0', currency = '' } = record
      const orderRef = provider === 'simulator' ? key : (entered.get(key) ?? '')
      payments.set(key, { provider, orderRef, ref, status, amountMinor: BigInt(amount), currency })
    }
    const known = payments.get(key)
    if (type === 'settlement' && known) known.status = status
  }
  return [...payments.values()]
}

type Entry = Record<string, string> & { metadata?: Record<string, string> }
/** Of an entry that stands for a payment: our reference. */
function orderOf(entry: Entry): string | undefined {
  if (entry['kind'] === 'intent') return entry.metadata?.['order_ref'] ?? ''
  if (entry['kind'] === 'order') return entry['custom_id'] ?? ''
  return entry['kind'] === 'request' ? entry['reference_id'] : undefined
}
