import { limits } from '#contract/limits.ts'
import type { MerchantType } from '#contract/master-merchants.ts'
import type { MessageLanguage } from '#contract/messages.ts'

interface Text {
  subject: string
  text: string
}

/** Carries the link of an invite. */
export const inviteMail: Record<
  MessageLanguage,
  (values: { master: string; link: string; type: MerchantType }) => Text
> = {
  en: ({ master, link, type }) => ({
    subject: type === 'OWNED' ? `${master} invites you to sign in` : `${master} invites you to take payments under it`,
    text: `Hello,

${type === 'OWNED' ? `${master} has a merchant at Countinghouse and invites you to be the first to sign in for it.` : `${master} invites you to be one of its merchants at Countinghouse: with a login and payment channels of your own, which ${master} can see into.`}

Look at the invite
${link}

The link is good once, for this address, and for ${limits.inviteLinkDays} days. If you did not expect it, do nothing or decline it there.`,
  }),
  ar: ({ master, link, type }) => ({
    subject: type === 'OWNED' ? `يدعوك ${master} إلى تسجيل الدخول` : `يدعوك ${master} إلى تلقّي المدفوعات تحت إدارته`,
    text: `مرحبًا،

${type === 'OWNED' ? `لدى ${master} تاجر في Countinghouse، ويدعوك لتكون أول من يسجّل الدخول إليه.` : `يدعوك ${master} لتكون أحد تجاره في Countinghouse: بحساب دخول وقنوات دفع خاصة بك، مع اطلاع ${master} عليها.`}

عرض الدعوة
${link}

الرابط صالح لمرة واحدة ولهذا العنوان فقط ولمدة ${limits.inviteLinkDays} أيام. إن لم تكن تتوقعه، فلا تفعل شيئًا أو ارفض الدعوة هناك.`,
  }),
}

/** For somebody who has registered by an invite and has nothing to confirm. */
export const welcomeMail: Record<MessageLanguage, (values: { master: string; link: string }) => Text> = {
  en: ({ master, link }) => ({
    subject: 'Your account is ready',
    text: `Hello,

your account under ${master} is ready.

Sign in
${link}`,
  }),
  ar: ({ master, link }) => ({
    subject: 'حسابك جاهز',
    text: `مرحبًا،

حسابك تحت إدارة ${master} جاهز.

تسجيل الدخول
${link}`,
  }),
}

/** Tells a merchant that its master has let it go, or taken it back. */
export const tieMail: Record<MessageLanguage, Record<'letGo' | 'takenBack', (master: string) => Text>> = {
  en: {
    letGo: (master) => ({
      subject: `${master} no longer manages your account`,
      text: `Hello,

${master} no longer manages your account at Countinghouse. Your data stays yours. ${master} may take the account back; in General Settings you can say that it may not.`,
    }),
    takenBack: (master) => ({
      subject: `${master} manages your account again`,
      text: `Hello,

${master} manages your account at Countinghouse again. You can leave it in General Settings.`,
    }),
  },
  ar: {
    letGo: (master) => ({
      subject: `لم يعد ${master} يدير حسابك`,
      text: `مرحبًا،

لم يعد ${master} يدير حسابك في Countinghouse. تبقى بياناتك ملكًا لك. يمكن أن يستعيد ${master} إدارة الحساب، ويمكنك منع ذلك في الإعدادات العامة.`,
    }),
    takenBack: (master) => ({
      subject: `عاد ${master} إلى إدارة حسابك`,
      text: `مرحبًا،

عاد ${master} إلى إدارة حسابك في Countinghouse. يمكنك إنهاء ذلك في الإعدادات العامة.`,
    }),
  },
}
