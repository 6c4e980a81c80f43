import type { DeclineReason } from '#contract/declines.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import { acting } from './en-acting.ts'

/**
 * English. `page` is written into the document by the server, `script` travels with it for what happens later.
 * `{name}` is filled in: merchant, amount, currency, time, code, name, reference or count.
 */
export const en = {
  page: {
    title: 'Pay {merchant}',
    language: 'Language',
    testMode: 'Test mode. No real money moves.',
    testCards: 'Test cards',
    testCardsHint: 'Choose one to fill in the form.',
    testCardPaid: 'The payment succeeds.',
    testCardAsked: 'The bank asks first who you are.',
    summary: 'Your order',
    order: 'Order',
    subtotal: 'Subtotal',
    discount: 'Discount',
    discountWithCode: 'Discount ({code})',
    shipping: 'Shipping',
    total: 'Total',
    amountDue: 'To pay',
    amount: 'Amount',
    payBefore: 'Pay before {time}',
    back: 'Back to {merchant}',
    payByCard: 'Pay by card',
    chooseWay: 'How would you like to pay?',
    /** By method; one with a name of its own, such as a wallet, is called by that. */
    ways: {
      CARD: { name: 'Card', hint: 'Credit or debit card' },
      WALLET: { name: 'Wallet', hint: 'You confirm in your wallet' },
      QR_CODE: { name: 'QR code', hint: 'Scan with the app of your bank' },
      UPI: { name: 'UPI', hint: 'You approve in your UPI app' },
      NET_BANKING: { name: 'Online banking', hint: 'You sign in at your bank' },
      MOBILE_MONEY: { name: 'Mobile money', hint: 'You approve on your phone' },
      DIRECT_DEBIT: { name: 'Direct debit', hint: 'You sign a mandate at your bank' },
      INSTALLMENT: { name: 'Instalments', hint: 'Monthly payments with your credit card' },
      BNPL: { name: 'Buy now, pay later', hint: 'You settle the details with the lender' },
      VA_BANK_TRANSFER: { name: 'Transfer to a virtual account', hint: 'An account number for this payment only' },
      BANK_TRANSFER: { name: 'Bank transfer', hint: 'With a reference; takes up to three days' },
      DIRECT_BANK_TRANSFER: { name: 'Direct bank transfer', hint: 'You transfer and send the slip' },
      OTC: { name: 'At a counter', hint: 'You pay in cash with a code' },
      COD: { name: 'Cash on delivery', hint: 'You pay when it arrives' },
    } satisfies Record<OfferedMethod, { name: string; hint: string }>,
    bankCard: { name: 'Domestic bank card', hint: 'You confirm on the page of your bank' },
    phone: 'Mobile phone number',
    upiId: 'UPI ID',
    plan: 'Number of monthly payments',
    planChoose: 'Choose',
    planOf: '{count} months',
    goOn: 'Continue',
    copy: 'Copy',
    copied: 'Copied',
    qrCode: 'QR code for this payment',
    payCode: 'Pay code',
    bank: 'Bank',
    accountNumber: 'Account number',
    accountName: 'Account holder',
    transferReference: 'Reference',
    slip: 'Slip of your transfer',
    slipHint: 'JPG, PNG or PDF, 20 MB at most; several are fine',
    timeLeft: 'Time left',
    payUntil: 'Pay before',
    otherWay: 'Pay another way',
    playPart: 'Play the payer’s part',
    playPartHint: 'No money moves here: the other half of this payment is played on a page of the simulated provider.',
    cardNumber: 'Card number',
    acceptedCards: 'Accepted cards',
    expiry: 'Expiry date',
    expiryHint: 'MM/YY',
    securityCode: 'Security code',
    securityCodeHint: '3 digits on the back, or 4 on the front of American Express',
    holder: 'Name on card',
    email: 'E-mail',
    optional: 'optional',
    pay: 'Pay {amount}',
    working: 'Paying …',
    tryAgain: 'Try again',
    privacy: 'Your card number goes straight to the payment provider. {merchant} never sees it.',
    noScript: 'This page needs JavaScript to send your card safely. Turn it on and load the page again.',
    preview: 'Preview',
    waitingTitle: 'Your payment is being processed',
    waitingText: 'You can keep this page open; the result appears by itself. Please do not pay a second time.',
    checkAgain: 'Check now',
    thanksTitle: 'Thank you. Your payment went through.',
    thanksText: '{merchant} has received your payment of {amount}.',
    reference: 'Payment reference',
    keepReference: 'Keep the reference in case you have a question.',
    takingYou: 'Taking you back to {merchant} …',
    continue: 'Continue to {merchant}',
    poweredBy: 'Payments by Countinghouse',
    ends: {
      paid: { title: 'Already paid', text: 'This payment has been made. There is nothing left to pay.' },
      expired: {
        title: 'This payment link has expired',
        text: 'It can no longer be paid. Ask {merchant} for a new link if you still want to pay.',
      },
      cancelled: {
        title: 'This payment was cancelled',
        text: '{merchant} cancelled this payment link. There is nothing to do for you.',
      },
      unavailable: {
        title: 'This cannot be paid right now',
        text: '{merchant} cannot take payments at the moment. Try again later or contact {merchant}.',
      },
      tooMany: {
        title: 'Too many attempts',
        text: 'This link has been tried too often and was stopped for safety. Nothing was charged. Ask {merchant} for a new link.',
      },
      busy: {
        title: 'One moment, please',
        text: 'The payment service is busy. This page tries again by itself in a few seconds. Nothing is lost.',
      },
      not_found: {
        title: 'There is nothing to pay here',
        text: 'The address may be incomplete. Open the link again from the message you got, or ask the sender for a new one.',
      },
    },
  },
  script: {
    acting,
    slips: {
      sending: 'Sending the slip …',
      received: 'We have received your slip and check it. You may close this page.',
      tooLarge: 'This file is too large. 20 MB are the most.',
      invalid: 'This file cannot be used. Send a JPG, a PNG or a PDF.',
      enough: 'No more slips are needed for this payment.',
      failed: 'The slip did not arrive. Please choose it again.',
    },
    cancelling: 'Ending this attempt …',
    cancelRefused: 'This attempt can no longer be ended. Please wait for its result.',
    progress: {
      starting: 'One moment …',
      checking: 'Checking your card …',
      paying: 'Paying. This takes a few seconds.',
      slow: 'This takes a little longer than usual. Keep this page open; nothing is lost.',
      slower:
        'Your bank has not answered yet. You can wait here or come back to this page. Please do not pay a second time.',
      offline: 'The connection is interrupted. We keep asking, and your payment is safe.',
    },
    trouble: {
      title: 'The payment service did not answer.',
      text: 'Nothing is lost, and you will not pay twice. Press the button to go on where you stopped.',
    },
    busy: {
      title: 'There are too many requests at this moment.',
      text: 'You have not been charged. Wait a minute and press the button again.',
    },
    failed: {
      title: 'Something did not work on our side.',
      text: 'You have not been charged. Please try again.',
    },
    declined: 'You have not been charged.',
    fields: {
      numberMissing: 'Enter the card number.',
      numberIncomplete: 'The card number is not complete.',
      numberInvalid: 'This card number is not right. Check the digits.',
      brandNotAccepted: 'Cards of this kind are not accepted here. Use another card.',
      testCardsOnly: 'Only test cards work here. Choose one from the list of test cards.',
      expiryMissing: 'Enter the expiry date.',
      expiryIncomplete: 'Enter the month and the year, such as 08/29.',
      expiryInvalid: 'This date is not right. Enter it as on the card.',
      expiryPast: 'This card has expired. Use another card.',
      cvcMissing: 'Enter the security code.',
      cvcThree: 'The security code has 3 digits.',
      cvcFour: 'The security code has 4 digits, on the front of the card.',
      holderMissing: 'Enter the name that is on the card.',
      holderLong: 'This name is too long. Shorten it.',
      emailInvalid: 'This e-mail address is not complete.',
      phoneMissing: 'Enter your phone number.',
      phoneInvalid: 'This phone number is not right. Enter it with the country code.',
      upiMissing: 'Enter your UPI ID.',
      upiInvalid: 'This UPI ID is not right. It looks like name@bank.',
      planMissing: 'Choose over how many months you want to pay.',
    },
    declines: {
      BANK_REFUSED_TRANSACTION: {
        what: 'Your bank refused the payment.',
        todo: 'Ask your bank, or pay with another card.',
      },
      FUNDS_LIMIT_ERROR: {
        what: 'There is not enough money on this card.',
        todo: 'Pay with another card, or try again when there is.',
      },
      INVALID_CARD_INFO_ERROR: {
        what: 'The details do not match the card.',
        todo: 'Enter the number, the expiry date and the security code again, as they are on the card.',
      },
      INVALID_CARD_NOT_SUPPORTED_ERROR: {
        what: 'This card cannot be used for this payment.',
        todo: 'Pay with another card.',
      },
      INVALID_CARD_EXPIRED_ERROR: {
        what: 'This card has expired.',
        todo: 'Pay with another card.',
      },
      INVALID_CARD_DECLINED_ERROR: {
        what: 'The card was declined.',
        todo: 'Your bank can tell you why. Try again, or pay with another card.',
      },
      INVALID_CARD_BLOCKED_ERROR: {
        what: 'This card is blocked.',
        todo: 'Ask your bank to unblock it, or pay with another card.',
      },
      INVALID_CARD_3DS_ERROR: {
        what: 'Your bank could not confirm that it is you.',
        todo: 'Try again and answer your bank’s question, or pay with another card.',
      },
      INVALID_CARD_PROCESSING_ERROR: {
        what: 'Your card could not be processed.',
        todo: 'Wait a minute and try again, or pay with another card.',
      },
      EXCEEDED_MAX_LIMIT: {
        what: 'The amount is above the limit of this card.',
        todo: 'Ask your bank to raise the limit, or pay with another card.',
      },
      // A shopper is not told that a card counts as lost or a payment as fraud: it may not be the holder who reads it.
      INVALID_CARD_LOST_ERROR: {
        what: 'This card cannot be used.',
        todo: 'Contact your bank, or pay with another card.',
      },
      SUSPECTED_FRAUDULENT_TRANSACTION_ERROR: {
        what: 'The payment could not be approved.',
        todo: 'Contact your bank, or pay with another card.',
      },
      INVALID_TRANSACTION_ORDER_CANCELLED_ERROR: {
        what: 'The payment was not confirmed.',
        todo: 'Try again, or pay another way.',
      },
      TRANSACTION_EXPIRED: {
        what: 'The time to pay was over.',
        todo: 'Try again, or pay another way.',
      },
    } satisfies Record<DeclineReason, { what: string; todo: string }>,
    /** The same for those who did not pay by card, where it has to be said otherwise. */
    otherDeclines: {
      FUNDS_LIMIT_ERROR: { what: 'There is not enough money in this account.', todo: 'Try again, or pay another way.' },
      BANK_REFUSED_TRANSACTION: { what: 'The payment was refused.', todo: 'Try again, or pay another way.' },
      EXCEEDED_MAX_LIMIT: { what: 'The amount is above your limit.', todo: 'Pay another way.' },
    } satisfies Partial<Record<DeclineReason, { what: string; todo: string }>>,
    declinedUnknown: {
      what: 'The payment did not go through.',
      todo: 'Try again, or pay another way.',
    },
  },
} as const

type Written<T> = { readonly [K in keyof T]: T[K] extends string ? string : Written<T[K]> }
/** What every language has to say; one text less and it does not compile. */
export type Texts = Written<typeof en>
export type PageTexts = Texts['page']
export type ScriptTexts = Texts['script']
