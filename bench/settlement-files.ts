import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

/** The columns of a settlement, of which the simulator's layout reads all. */
export const settlementTitles = [
  'line_id', 'type', 'payment_reference', 'merchant_reference', 'occurred_at', 'currency', 'gross', 'fee', 'tax', 'net', 'batch', 'method',
] as const // prettier-ignore

/** Writes the lines `from` to `to` of a provider's settlement as csv: the same lines whichever file they stand in. */
export async function writeSettlement(path: string, from: number, to: number): Promise<void> {
  const file = createWriteStream(path)
  let text = `${settlementTitles.join(',')}\n`
  for (let n = from; n < to; n++) {
    text += lineOf(n)
    if (text.length < 1_000_000) continue
    if (!file.write(text)) await once(file, 'drain')
    text = ''
  }
  file.end(text)
  await once(file, 'close')
}

function lineOf(n: number): string {
  const gross = 100 + ((n * 37) % 99_999)
  const fee = 30 + Math.round(gross * 0.029)
  const tax = Math.round(fee * 0.08)
  const money = (minor: number) => (minor / 100).toFixed(2)
  const at = new Date(firstMs + n * 2_592).toISOString()
  return `L${1e9 + n},payment,pay_${((n * 7_919) % 1e9).toString(36).padStart(8, '0')}x${n},ORDER-${n},${at},EUR,${money(gross)},-${money(fee)},-${money(tax)},${money(gross - fee - tax)},B${Math.floor(n / 20_000)},card\n`
}
const firstMs = Date.UTC(2026, 0, 1)
