import type { MandateRequest } from '../mandates.ts'
import type { AuthoriseRequest } from '../provider.ts'

/** What the simulator is asked with for a payment. */
export function paymentBody(wished: AuthoriseRequest) {
  const { amountMinor, given, capture, mandate: use } = wished
  return {
    ...mandateBody(wished),
    amount_minor: String(amountMinor),
    phone: given.phone,
    upi_id: given.upiId,
    plan_months: given.planMonths,
    capture,
    ...(use && {
      mandate: 'token' in use ? { token: use.token, off_session: use.offSession } : { set_up: true },
    }),
  }
}

/** What a mandate without money is asked with, and a payment too. */
export function mandateBody(wished: MandateRequest) {
  const { currency, method, given, payerName, description, simulatedAt } = wished
  return {
    currency,
    method: { type: method.type, sub_type: method.subType },
    token: given.token,
    bank: given.bank,
    payer_name: payerName,
    description,
    callback_url: wished.callbackUrl,
    return_url: wished.returnUrl,
    expires_at: wished.expiresAt?.toISOString() ?? null,
    simulated_at: simulatedAt?.toISOString(),
  }
}
