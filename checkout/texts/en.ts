import type { DeclineReason } from '#contract/declines.ts'

/**
 * English. `page` is written into the document by the server, `script` travels with it for what happens later.
 * `{name}` is filled in: merchant, amount, currency, time, code, reference or count.
 */
export const en = {
  page: {
    title: 'Pay {merchant}',
    language: 'Language',
    testMode: 'Test mode. No real money moves.',
    testCards: 'Test cards',
    testCardsHint: 'Choose one to fill in the form.',
    testCardPaid: 'The payment succeeds.',
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
      not_found: {
        title: 'There is nothing to pay here',
        text: 'The address may be incomplete. Open the link again from the message you got, or ask the sender for a new one.',
      },
    },
  },
  script: {
    progress: {
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
    } satisfies Record<DeclineReason, { what: string; todo: string }>,
    declinedUnknown: {
      what: 'The payment did not go through.',
      todo: 'Try again, or pay with another card.',
    },
  },
} as const

type Written<T> = { readonly [K in keyof T]: T[K] extends string ? string : Written<T[K]> }
/** What every language has to say; one text less and it does not compile. */
export type Texts = Written<typeof en>
export type PageTexts = Texts['page']
export type ScriptTexts = Texts['script']
