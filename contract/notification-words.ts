import type { MessageLanguage } from './messages.ts'
import { notificationKinds, type FactsOf, type NotificationKind } from './notifications.ts'

/** What the console and mails say of a notification: what kind of thing happened, and what just did. */
export function wordsOf(
  kind: string,
  facts: Readonly<Record<string, string>>,
  language: MessageLanguage,
): { name: string; text: string } {
  if (!isKind(kind)) return { name: kind, text: '' }
  const { name, text } = words[language][kind] as Words<NotificationKind>
  const told = Object.fromEntries(notificationKinds[kind].facts.map((fact) => [fact, apart(facts[fact] ?? '')]))
  return { name, text: text(told as FactsOf<NotificationKind>) }
}

/** What a kind is called, where one chooses how to be told of it. */
export const nameOfKind = (kind: NotificationKind, language: MessageLanguage): string => words[language][kind].name

export const isKind = (kind: string): kind is NotificationKind => Object.hasOwn(notificationKinds, kind)

/** Kept together in a line of either direction, and on one line. */
const apart = (text: string) =>
  `\u2068${text.replaceAll(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').slice(0, 200)}\u2069`

/** A fact that is a switch. */
const isOn = (fact: string) => fact.includes('on')

interface Words<K extends NotificationKind> {
  name: string
  text: (facts: FactsOf<K>) => string
}
type Language = { [K in NotificationKind]: Words<K> }

const en: Language = {
  link_paid: {
    name: 'A payment link of yours is paid',
    text: ({ amount, order_id }) => `${amount} for the order ${order_id}.`,
  },
  payment_received: {
    name: 'A payment is received',
    text: ({ amount, order_id }) => `${amount} for the order ${order_id}.`,
  },
  late_payment_held: {
    name: 'Money came too late and waits for you',
    text: ({ amount, order_id }) =>
      `${amount} for the order ${order_id} came after its link was over. It is kept apart until somebody refunds it.`,
  },
  late_payment_refunded: {
    name: 'Money came too late and goes back',
    text: ({ amount, order_id }) =>
      `${amount} for the order ${order_id} came after its link was over. It is being refunded.`,
  },
  slip_received: {
    name: 'A shopper sent a transfer slip',
    text: ({ amount, order_id }) =>
      `For ${amount} of the order ${order_id}. Check your bank account and say whether the money came.`,
  },
  refund_succeeded: {
    name: 'A refund of yours has succeeded',
    text: ({ amount, order_ref }) => `${amount} of the payment ${order_ref} went back to the shopper.`,
  },
  refund_failed: {
    name: 'A refund has failed',
    text: ({ amount, order_ref }) =>
      `${amount} of the payment ${order_ref} did not reach the shopper and is yours again.`,
  },
  refund_batch_done: {
    name: 'A refund batch of yours is done',
    text: ({ file_name, asked, failed }) => `${file_name}: refunds begun ${asked}, refused ${failed}.`,
  },
  link_message_failed: {
    name: 'A message with a payment link was not delivered',
    text: ({ recipient }) => `It could not be sent to ${recipient}. Check the address, or share the link yourself.`,
  },
  webhook_failing: {
    name: 'A webhook has been failing for an hour',
    text: ({ name }) => `${name} takes nothing. It goes on being tried, and is switched off after five days.`,
  },
  webhook_switched_off: {
    name: 'A webhook is switched off',
    text: ({ name }) =>
      `${name} took nothing for days or said that it is gone. Mend your server and switch it on again.`,
  },
  webhook_secret_reset: {
    name: 'The secret of the webhooks was reset',
    text: ({ by }) => `${by} did it. The old secret signs along for 24 hours.`,
  },
  secret_revealed: {
    name: "The merchant's secret was shown",
    text: ({ by }) => `${by} has had it shown. If that should not be, end their access and contact support.`,
  },
  master_access_changed: {
    name: "Your master merchant's access was changed",
    text: ({ by, access }) =>
      isOn(access)
        ? `${by} has switched it on: the master may make changes for you.`
        : `${by} has switched it off: the master may look, and change nothing.`,
  },
  sign_in_new_device: {
    name: 'A sign-in from a new place',
    text: ({ place }) => `${place}. If it was not you, change your password.`,
  },
  two_step_changed: {
    name: 'Your two-step verification was changed or used',
    text: () => 'A mail to you says what it was. If it was not you, change your password.',
  },
  password_changed: {
    name: 'Your password was changed',
    text: ({ address }) => `From the address ${address}. If it was not you, reset your password at once.`,
  },
  ledger_alarm: {
    name: 'The ledger does not hold',
    text: ({ invariant }) => `The regular check found: ${invariant}. Contact support; nothing is repaired by itself.`,
  },
  ticket_answered: {
    name: 'Your ticket has an answer',
    text: ({ ticket_ref, subject }) => `${ticket_ref}: ${subject}`,
  },
}

const ar: Language = {
  link_paid: {
    name: 'دُفع أحد روابط الدفع الخاصة بك',
    text: ({ amount, order_id }) => `${amount} للطلب ${order_id}.`,
  },
  payment_received: {
    name: 'استُلمت دفعة',
    text: ({ amount, order_id }) => `${amount} للطلب ${order_id}.`,
  },
  late_payment_held: {
    name: 'وصل مبلغ متأخرًا وينتظر قرارك',
    text: ({ amount, order_id }) =>
      `وصل ${amount} للطلب ${order_id} بعد انتهاء رابطه. المبلغ محفوظ على حدة إلى أن يردّه أحد.`,
  },
  late_payment_refunded: {
    name: 'وصل مبلغ متأخرًا ويجري رده',
    text: ({ amount, order_id }) => `وصل ${amount} للطلب ${order_id} بعد انتهاء رابطه. يجري رده إلى المتسوّق.`,
  },
  slip_received: {
    name: 'أرسل متسوّق إيصال تحويل',
    text: ({ amount, order_id }) =>
      `عن ${amount} للطلب ${order_id}. راجع حسابك المصرفي ثم أكّد وصول المبلغ أو عدم وصوله.`,
  },
  refund_succeeded: {
    name: 'نجح استرداد طلبته',
    text: ({ amount, order_ref }) => `أُعيد ${amount} من الدفعة ${order_ref} إلى المتسوّق.`,
  },
  refund_failed: {
    name: 'فشل استرداد',
    text: ({ amount, order_ref }) => `لم يصل ${amount} من الدفعة ${order_ref} إلى المتسوّق، وعاد المبلغ إليك.`,
  },
  refund_batch_done: {
    name: 'اكتملت دفعة استرداد أكّدتها',
    text: ({ file_name, asked, failed }) => `${file_name}: استردادات بدأت ${asked}، ومرفوضة ${failed}.`,
  },
  link_message_failed: {
    name: 'لم تُسلَّم رسالة تحمل رابط دفع',
    text: ({ recipient }) => `تعذّر إرسالها إلى ${recipient}. تحقّق من العنوان أو شارك الرابط بنفسك.`,
  },
  webhook_failing: {
    name: 'يفشل أحد الويب هوك منذ ساعة',
    text: ({ name }) => `لا يستقبل ${name} شيئًا. تستمر المحاولات، ويُوقف بعد خمسة أيام.`,
  },
  webhook_switched_off: {
    name: 'أُوقف أحد الويب هوك',
    text: ({ name }) => `لم يستقبل ${name} شيئًا منذ أيام أو أفاد بأنه لم يعد موجودًا. أصلح خادمك ثم شغّله من جديد.`,
  },
  webhook_secret_reset: {
    name: 'أُعيد تعيين سر الويب هوك',
    text: ({ by }) => `قام بذلك ${by}. يظل السر القديم يوقّع أيضًا مدة 24 ساعة.`,
  },
  secret_revealed: {
    name: 'عُرض سر التاجر',
    text: ({ by }) => `عرضه ${by}. إن كان ذلك غير متوقع، فأنهِ صلاحية وصوله واتصل بالدعم.`,
  },
  master_access_changed: {
    name: 'تغيّرت صلاحية التاجر الرئيسي',
    text: ({ by, access }) =>
      isOn(access)
        ? `شغّلها ${by}: يجوز للتاجر الرئيسي إجراء تغييرات نيابةً عنك.`
        : `أوقفها ${by}: يجوز للتاجر الرئيسي الاطلاع فقط دون أي تغيير.`,
  },
  sign_in_new_device: {
    name: 'تسجيل دخول من مكان جديد',
    text: ({ place }) => `${place}. إن لم تكن أنت، فغيّر كلمة مرورك.`,
  },
  two_step_changed: {
    name: 'تغيّر التحقق بخطوتين لديك أو استُخدم',
    text: () => 'أُرسلت إليك رسالة بالتفاصيل. إن لم تكن أنت، فغيّر كلمة مرورك.',
  },
  password_changed: {
    name: 'تغيّرت كلمة مرورك',
    text: ({ address }) => `من العنوان ${address}. إن لم تكن أنت، فأعد تعيين كلمة مرورك فورًا.`,
  },
  ledger_alarm: {
    name: 'دفتر الأستاذ غير متوازن',
    text: ({ invariant }) => `وجد الفحص الدوري: ${invariant}. اتصل بالدعم؛ لا يُصلَح شيء من تلقاء نفسه.`,
  },
  ticket_answered: {
    name: 'وصل رد على تذكرتك',
    text: ({ ticket_ref, subject }) => `${ticket_ref}: ${subject}`,
  },
}

const words: Record<MessageLanguage, Language> = { en, ar }
