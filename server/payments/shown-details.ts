import type { MethodDetails } from '#contract/method-details.ts'
import { qrCodeOf } from '#server/kit/qr-code.ts'
import type { FoundPayment } from './queries.ts'

/** A payment's method as the merchant may see it: where the shopper decides is the shopper's alone, but for its origin. */
export async function shownDetails({ method_details: details }: FoundPayment): Promise<{
  method_details: MethodDetails
  qr_code: string
}> {
  const { action } = details
  if (action?.kind === 'redirect') {
    return { method_details: { ...details, action: { ...action, url: new URL(action.url).origin } }, qr_code: '' }
  }
  if (action?.kind !== 'show') return { method_details: details, qr_code: '' }
  const { test_url: _theirs, ...shown } = action
  return { method_details: { ...details, action: shown }, qr_code: shown.qr ? await qrCodeOf(shown.qr) : '' }
}
