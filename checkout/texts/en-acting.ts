import type { OfferedMethod } from '#contract/methods.ts'

/** What is to be done now, by method; `{name}` is the method's own name. */
export const acting = {
  CARD: {
    title: 'Your bank wants to know that it is you',
    text: 'Continue to the page of your bank and confirm the payment there.',
  },
  WALLET: { title: 'Confirm in {name}', text: 'Continue to {name} and confirm the payment there.' },
  QR_CODE: {
    title: 'Scan this code to pay',
    text: 'Open the app of your bank or your wallet and scan the code. The result appears here by itself.',
  },
  UPI: { title: 'Approve in your UPI app', text: 'A request was sent to your UPI ID. Approve it in your app.' },
  NET_BANKING: { title: 'Confirm at your bank', text: 'Continue to your bank, sign in and confirm the payment.' },
  MOBILE_MONEY: {
    title: 'Approve on your phone',
    text: 'A request was sent to your phone. Approve it with your PIN.',
  },
  DIRECT_DEBIT: { title: 'Sign the mandate', text: 'Continue to your bank and sign the debit mandate there.' },
  INSTALLMENT: {
    title: 'Your bank wants to know that it is you',
    text: 'Continue to the page of your bank and confirm the monthly payments there.',
  },
  BNPL: { title: 'Settle the details', text: 'Continue to the lender and confirm how you will pay.' },
  VA_BANK_TRANSFER: {
    title: 'Transfer to this account',
    text: 'The account number is for this payment only. Transfer exactly the amount; the result appears here by itself.',
  },
  BANK_TRANSFER: {
    title: 'Transfer with this reference',
    text: 'Transfer exactly the amount and give the reference, so that the payment is found. You may close this page.',
  },
  DIRECT_BANK_TRANSFER: {
    title: 'Transfer and send the slip',
    text: 'Transfer exactly the amount with the reference, then send the slip of your transfer here.',
  },
  OTC: {
    title: 'Pay at a counter',
    text: 'Show or tell this code at the counter and pay the amount in cash. You may close this page.',
  },
  COD: {
    title: 'Pay when it arrives',
    text: 'Have the amount ready in cash when your order is delivered. You may close this page.',
  },
} as const satisfies Record<OfferedMethod, { title: string; text: string }>
