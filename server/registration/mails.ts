import { limits } from '#contract/limits.ts'
import type { MessageLanguage } from '#contract/messages.ts'

type Mail<Values> = Record<MessageLanguage, (values: Values) => { subject: string; text: string }>

/** Carries the link that confirms an address. */
export const verifyMail: Mail<string> = {
  en: (link) => ({
    subject: 'Confirm your e-mail address',
    text: `Hello,

somebody registered at Countinghouse with this address. If it was you, confirm it:

Confirm the address
${link}

The link is good for ${limits.verifyLinkHours} hours. If it was not you, do nothing: without the confirmation the registration is of no use to anybody.`,
  }),
  ar: (link) => ({
    subject: 'تأكيد عنوان بريدك الإلكتروني',
    text: `مرحبًا،

سُجِّل حساب في Countinghouse بهذا العنوان. إن كنت أنت من سجّل، فأكّد العنوان:

تأكيد العنوان
${link}

الرابط صالح لمدة ${limits.verifyLinkHours} ساعة. إن لم تكن أنت، فلا تفعل شيئًا: التسجيل بلا تأكيد لا يفيد أحدًا.`,
  }),
}

/** For somebody who registers with an address that is known already; only its owner learns that. */
export const knownMail: Mail<{ signInLink: string; resetLink: string }> = {
  en: ({ signInLink, resetLink }) => ({
    subject: 'You are registered already',
    text: `Hello,

somebody has just tried to register at Countinghouse with this address, which is registered already. Nothing was changed. If it was you, sign in:

Sign in
${signInLink}

Have you forgotten your password? Choose a new one here: ${resetLink}

If it was not you, there is nothing to do.`,
  }),
  ar: ({ signInLink, resetLink }) => ({
    subject: 'أنت مسجّل بالفعل',
    text: `مرحبًا،

حاول شخص للتو التسجيل في Countinghouse بهذا العنوان، وهو مسجّل بالفعل. لم يتغيّر أي شيء. إن كنت أنت، فسجّل الدخول:

تسجيل الدخول
${signInLink}

هل نسيت كلمة المرور؟ اختر كلمة جديدة هنا: ${resetLink}

إن لم تكن أنت، فلا داعي لفعل أي شيء.`,
  }),
}
