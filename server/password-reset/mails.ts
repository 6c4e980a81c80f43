import { limits } from '#contract/limits.ts'
import type { MessageLanguage } from '#contract/messages.ts'

type Mail = Record<MessageLanguage, (link: string) => { subject: string; text: string }>

/** Carries the link to choose a new password. */
export const resetMail: Mail = {
  en: (link) => ({
    subject: 'Choose a new password',
    text: `Hello,

somebody has asked for a new password for your login at Countinghouse. If it was you, choose one:

Choose a new password
${link}

The link is good once and for ${limits.resetLinkMinutes} minutes. If it was not you, do nothing: your password stays as it is.`,
  }),
  ar: (link) => ({
    subject: 'اختيار كلمة مرور جديدة',
    text: `مرحبًا،

طُلبت كلمة مرور جديدة لحسابك في Countinghouse. إن كنت أنت من طلبها، فاختر كلمة جديدة:

اختيار كلمة مرور جديدة
${link}

الرابط صالح لمرة واحدة ولمدة ${limits.resetLinkMinutes} دقيقة. إن لم تكن أنت، فلا تفعل شيئًا: تبقى كلمة مرورك كما هي.`,
  }),
}

/** Tells that the password was changed, to somebody who perhaps has not changed it. */
export const changedMail: Mail = {
  en: (link) => ({
    subject: 'Your password was changed',
    text: `Hello,

the password of your login at Countinghouse was changed a moment ago, and all sessions were ended. If it was you, all is well.

If it was not you, choose a new password at once, and look after your mailbox: whoever did this could read it.

Choose a new password
${link}`,
  }),
  ar: (link) => ({
    subject: 'تم تغيير كلمة مرورك',
    text: `مرحبًا،

تم تغيير كلمة مرور حسابك في Countinghouse قبل لحظات، وأُنهيت جميع الجلسات. إن كنت أنت، فكل شيء على ما يرام.

إن لم تكن أنت، فاختر كلمة مرور جديدة فورًا، وأمّن بريدك الإلكتروني: من فعل ذلك كان قادرًا على قراءته.

اختيار كلمة مرور جديدة
${link}`,
  }),
}
