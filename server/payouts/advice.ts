import { amountText } from '#contract/kit/money.ts'
import { accountForPayout } from '#server/beneficiaries/account-for-payout.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { logoAddress } from '#server/merchants/logo-address.ts'
import { apart, mailOf, mailTexts, quoted } from '#server/messages/mail-text.ts'
import { sendMessageOnce } from '#server/messages/send.ts'
import { maskedNumber } from '#server/payout-store/publish-webhook.ts'
import type { PayoutRow } from '#server/payout-store/rows.ts'
import { totalsOf } from '#server/payout-store/totals.ts'

/**
 * Tells the beneficiary of a payout that was paid, in their language, where its maker wished so: by mail to their address and to those
 * that were named, by SMS to their telephone.
 */
export async function sendAdvice(ctx: Ctx, payout: PayoutRow): Promise<void> {
  if (!payout.send_email && !payout.send_sms) return
  const { txn_ref: txnRef, currency } = payout
  const to = await accountForPayout(ctx, { beneficiaryUuid: payout.beneficiary_uuid, accountUuid: payout.account_uuid })
  const { language } = to
  const merchant = await merchantOf(ctx)
  const name = merchant.brand_name || merchant.name
  const texts = mailTexts[language].payoutAdvice
  const values = {
    merchant: apart(quoted(name, 80)),
    name: apart(quoted(payout.beneficiary_name, 80)),
    amount: apart(`${amountText(totalsOf(payout).sentMinor, currency, language)} ${currency}`),
    bank: apart(quoted(payout.bank_name, 80)),
    account: apart(maskedNumber(payout)),
    reference: apart(quoted(payout.merchant_txn_ref, 64)),
    message: payout.user_message,
    test: ctx.owner.environment === 'sandbox' ? texts.test : '',
  }
  const about = { type: 'payout', ref: txnRef }
  const brand = { name, logo: logoAddress(ctx.services, merchant.logo) }
  const addresses = payout.send_email ? [...new Set([to.email, ...payout.recipient_emails].filter(Boolean))] : []
  for (const address of addresses) {
    const mail = mailOf(language, texts, values)
    await sendMessageOnce(ctx, `advice ${address}`, { way: 'email', to: address, ...mail, about, brand })
  }
  const telephone = payout.send_sms ? to.phone : ''
  if (telephone !== '') {
    const { text } = mailOf(language, { subject: '', text: [texts.sms] }, values)
    await sendMessageOnce(ctx, 'advice sms', { way: 'sms', language, to: telephone, subject: '', text, about })
  }
  if (addresses.length > 0 || telephone !== '') addTimelineEntry(ctx, 'payout', txnRef, 'payout_advised')
}
