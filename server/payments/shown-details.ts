import type { MethodDetails } from '#contract/method-details.ts'
import { qrCodeOf } from '#server/kit/files/qr-code.ts'
import type { FoundPayment } from './queries.ts'

/** The details of a payment's method that the merchant may see: of the page where the shopper confirms, only its origin. */
export async function shownDetails({ method_details }: FoundPayment): Promise<{
  method_details: MethodDetails
  qr_code: string
}> {
  const { refused_funds: _kept, ...details } = method_details
  const { action } = details
  if (action?.kind === 'redirect') {
    return { method_details: { ...details, action: { ...action, url: new URL(action.url).origin } }, qr_code: '' }
  }
  if (action?.kind !== 'show') return { method_details: details, qr_code: '' }
  const { test_url: _theirs, ...shown } = action
  return { method_details: { ...details, action: shown }, qr_code: shown.qr ? await qrCodeOf(shown.qr) : '' }
}
