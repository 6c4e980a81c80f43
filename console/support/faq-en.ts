import type { Answer, FaqId } from './faq.ts'

/** The answers in English. */
export const answersEn: Record<FaqId, Answer> = {
  link_make: {
    question: 'How do I ask a customer for money?',
    answer: [
      'Make a payment link: an amount, what it is for, and if you like the customer’s e-mail or phone number. Send it from its page by mail or SMS, as a QR code, or copy the address into any message.',
      'A link can be paid once. Until then you can delete it; a deleted link stays in the list and can no longer be paid.',
    ],
  },
  link_late: {
    question: 'What happens when somebody pays after the link has expired?',
    answer: [
      'A bank transfer or a slow wallet can bring the money late. The link decides, by its setting “Late money”: accept books it like any other payment, hold keeps it apart until somebody refunds it, refund sends it back at once.',
      'The payment is marked late and the link stays expired. Whoever may refund is notified when money is held.',
    ],
  },
  payment_declined: {
    question: 'Why was a payment declined?',
    answer: [
      'The page of the payment gives the reason as the bank or the provider named it, such as insufficient funds, a wrong code or a suspected fraud. We do not decline cards ourselves.',
      'The shopper can try again on the same link, with another card or another way to pay, up to 20 times.',
    ],
  },
  payment_pending: {
    question: 'A payment has been pending for a long time. What is it waiting for?',
    answer: [
      'Transfers, counters and some wallets wait for the shopper. For the rest, no answer is not a decline: the provider is asked again and again until it knows. Nothing is charged twice meanwhile.',
      'A payment that nobody could clear up after seven days expires. If the provider proves later that it took the money, it still becomes a success.',
    ],
  },
  payment_twice: {
    question: 'Can a customer be charged twice for one order?',
    answer: [
      'One link takes one payment: while an attempt is under way no other can begin, and after a success the link is closed. A second press, a reload or a lost connection does not pay again.',
      'Should two transfers arrive by hand of the customer, the second is late money and is treated as the link says.',
    ],
  },
  slip: {
    question: 'A shopper sent a slip of a bank transfer. What do I do?',
    answer: [
      'Look at your bank account first: a slip is a picture and no proof. Then open the payment and say whether the money came, with your evidence. Only somebody who may refund can do that, and only once.',
    ],
  },
  test_mode: {
    question: 'How do I switch from test mode to live?',
    answer: [
      'Live needs an approved verification and one payment channel. Then the switch in the top bar changes to live. Test and live are two worlds: links, payments, webhooks and tickets of one are not seen in the other.',
    ],
  },
  fees: {
    question: 'What was kept of a payment as fees?',
    answer: [
      'Open the payment: it shows the fee, its tax and what is left, with the terms that they were made by. The fee is a percentage with a minimum, plus a fixed part; the tax is on the fee. The dashboard shows the net of a period, each currency by itself.',
    ],
  },
  refund_make: {
    question: 'How do I refund a payment, or a part of it?',
    answer: [
      'Open the payment and choose Refund: all that is left, or an amount. You can refund in several parts, never more than was paid. What is under way is set aside at once, so that two people cannot give the same money back.',
    ],
  },
  refund_time: {
    question: 'When does the customer get a refund?',
    answer: [
      '“On its way” means that the provider has been asked or is being asked; “Refunded” that it has confirmed. From then on it depends on the customer’s bank, for cards mostly a few working days.',
      'A refund of a transfer or of cash is made by you. Say on the payment’s page how it went, with your evidence.',
    ],
  },
  refund_failed: {
    question: 'A refund has failed. Is the money lost?',
    answer: [
      'No. A failed refund did not leave: the amount is yours again and can be refunded anew. The reason stands on the payment’s page. If the card is closed, agree with the customer on another way.',
    ],
  },
  refund_many: {
    question: 'How do I refund many payments at once?',
    answer: [
      'Upload a sheet under Batch refunds. Each row is checked first and you see what is wrong with it. Once confirmed, the batch waits for an hour in which it can be called off. No row is refunded twice, even if the sheet is uploaded again.',
    ],
  },
  webhook_missing: {
    question: 'My server gets no webhooks. Where do I look?',
    answer: [
      'Open the webhook under API and webhooks: each attempt stands there with what your server answered. Only an answer from 200 to 299 within 15 seconds counts as taken; a redirect does not.',
      'The address must be public and begin with https. Check the environment too: a webhook of test mode gets nothing of live. A payment’s page has Send again.',
    ],
  },
  webhook_verify: {
    question: 'How does my server know that a webhook is real?',
    answer: [
      'By its signature. The headers webhook-id, webhook-timestamp and webhook-signature follow the Standard Webhooks scheme and are made with the secure secret; there is a library for nearly every language, and an example under Security.',
      'Sign the body exactly as it came, before anything parses it. The same event always has the same webhook-id: use it to do things once.',
    ],
  },
  webhook_off: {
    question: 'Why was a webhook switched off?',
    answer: [
      'Because your server answered 410 Gone, or took nothing for five days. Mend it and switch the webhook on again. What it missed meanwhile is not sent by itself: the page of a payment has Send again.',
    ],
  },
  signature: {
    question: 'My request is refused: the signature does not match.',
    answer: [
      'The API reference names the fields that are signed for each call. Sort them by name, write them as a form (application/x-www-form-urlencoded), sign that with HMAC-SHA256 and the merchant’s secret, and encode it as standard Base64.',
      'Most often it is the amount: it is signed in its shortest form, 100 and not 100.00, 0.1 and not 0.10. Also check that the secret is the merchant’s and not the one of the webhooks.',
    ],
  },
  secret_leaked: {
    question: 'A secret has become known. What now?',
    answer: [
      'The secret of the webhooks: reset it under API and webhooks, Security. The old one signs along for 24 hours, so that nothing is lost while you change your server.',
      'The merchant’s secret cannot be reset in the console yet: make a ticket at once, with the category account.',
    ],
  },
  locked: {
    question: 'Why do I have to give my password again?',
    answer: [
      'After 15 minutes without use the console locks itself; what you have typed stays. After 12 hours every session ends. Before something delicate, such as showing a secret, we ask again even in between.',
    ],
  },
  not_allowed: {
    question: 'I cannot see or do something. What am I missing?',
    answer: [
      'What you may do follows from your roles; your profile lists them with what each may. An administrator of your business can change them. Some things also need live mode or a verified business.',
    ],
  },
  notifications: {
    question: 'How do I get fewer or more notifications?',
    answer: [
      'Your profile has a list of what can be told, in the console and by e-mail. Mails of one kind come at most every ten minutes, with all that happened meanwhile in one. What concerns the safety of your account always stays in the console.',
    ],
  },
}
